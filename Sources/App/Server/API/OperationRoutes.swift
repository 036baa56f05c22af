#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import NIOCore

/// What supervisors and monitoring ask.
struct OperationRoutes {
  let parts: ServiceParts

  /// Adds the operations.
  func add(to router: Router<ServiceContext>) {
    // The process answers, whatever the state of the store.
    router.get("health/live") { _, _ in Response(status: .ok) }
    router.get("health/ready", use: ready)
    router.get("metrics") { [parts] _, context in
      guard parts.access.metricsClients.contains(where: { $0.contains(context.client) }) else {
        throw HTTPProblem(.forbidden, "foreignClient", "The operator reads the metrics.")
      }
      return Response(
        status: .ok,
        headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: parts.metrics.text))
      )
    }
  }

  @Sendable private func ready(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try await parts.store.session(of: .active, on: .local)
    return Response(status: .ok)
  }
}
#endif
