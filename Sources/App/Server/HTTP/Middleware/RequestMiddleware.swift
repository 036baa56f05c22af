#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// What every request passes.
///
/// It is one middleware: each further one would copy the context, and take memory of the connection for as long
/// as that is open.
struct RequestMiddleware: RouterMiddleware {
  let log: RequestLog
  let clients: ClientRules
  let responses: ResponseRules

  @concurrent func handle(
    _ request: Request,
    context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    let entry = log.begin(request, &context)
    var response: Response
    do {
      try clients.admit(request, &context)
      try MethodRules.admit(request)
      response = try await next(request, context)
    } catch {
      response = await responses.response(to: error, of: request, context)
    }
    response = responses.finished(response, to: request)
    response.headers[.xRequestID] = entry.id
    log.end(entry, request, response, context)
    return response
  }
}
#endif
