#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Refuses methods that the service does not know, at every address (RFC 9110, section 15.6.2).
struct MethodMiddleware: RouterMiddleware {
  /// The methods that the service knows; an address takes some of them.
  static let known: Set<HTTPRequest.Method> = {
    let standard: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .patch, .delete, .options, .trace,
    ]
    return Set(standard + [HTTPRequest.Method("QUERY")].compactMap(\.self))
  }()

  @concurrent func handle(
    _ request: Request,
    context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard Self.known.contains(request.method) else {
      throw HTTPProblem(
        .notImplemented,
        "unknownMethod",
        "The service does not know the method of the request."
      )
    }
    return try await next(request, context)
  }
}
#endif
