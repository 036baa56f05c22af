#if Server
import Hummingbird
import HummingbirdCore

/// Begins streams of events in tasks of their own.
///
/// A task keeps the memory of its deepest call until it ends, and the task of a connection with a stream ends
/// after an hour: the middleware alone would hold 15 KB of each.
struct StreamResponder<Inner: HTTPResponder<ServiceContext>>: HTTPResponder {
  /// The paths of the streams.
  static var paths: Set<String> { ["/v1/events", "/changes"] }

  let inner: Inner

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    guard Self.paths.contains(request.uri.path) else {
      return try await inner.respond(to: request, context: context)
    }
    async let response = inner.respond(to: request, context: context)
    return try await response
  }
}
#endif
