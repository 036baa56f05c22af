#if Server
import Hummingbird
import HummingbirdCore

/// Tells the script of a page that what it shows has changed.
struct ChangePages {
  let pages: Pages

  /// Adds the route.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("changes") { [parts = pages.parts] _, context in
      try EventResponse(parts: parts, context: context).response(followsView: true)
    }
  }
}
#endif
