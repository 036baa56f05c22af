#if Server
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `The HTTP service` {
  private func service() -> some ApplicationProtocol {
    HTTPService.application(
      hostname: "127.0.0.1",
      port: 0,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }

  @Test func `answers that it lives`() async throws {
    try await service().test(.router) { client in
      let response = try await client.execute(uri: "/health/live", method: .get)
      #expect(response.status == .ok)
    }
  }

  @Test func `answers over a connection`() async throws {
    try await service().test(.live) { client in
      let response = try await client.execute(uri: "/health/live", method: .get)
      #expect(response.status == .ok)
      let other = try await client.execute(uri: "/nowhere", method: .get)
      #expect(other.status == .notFound)
    }
  }
}
#endif
