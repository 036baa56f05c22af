#if Server
import Hummingbird
import HummingbirdCore

/// The changes of the active session of the caller's device, as server-sent events (HTML, section 9.2).
///
/// ``EventHub`` says what is told.
struct EventRoutes {
  let parts: ServiceParts

  /// Adds the operation below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("events") { [parts] request, context in
      let followsView =
        switch request.uri.queryParameters["follow"] {
        case nil, "session": false
        case "view": true
        default: throw HTTPProblem.invalidRequest("follow is session or view.")
        }
      return try EventResponse(parts: parts, context: context).response(followsView: followsView)
    }
  }
}
#endif
