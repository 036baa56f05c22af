#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Looking at a page` {
  private static let days: Int64 = 86_400

  @Test(
    arguments: [HTTPRequest.Method.get, .head],
    [HTTPFields(), [.monikerReload: "1"]]
  )
  func `renews the session, unless no person looks`(
    method: HTTPRequest.Method,
    headers: HTTPFields
  ) async throws {
    let isUse = method == .get && headers.isEmpty
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      try await mina.open("/")
      try await mina.send("/sign-in", 0, ["nickname": "mina", "for": "days"])
      try await mina.send("/recovery-key/kept", 0, ["kept": "yes"]).expect(200)
      service.clock.advance(by: 10 * Self.days * 1_000)
      for path in [
        "/", "/sign-in", "/link", "/sessions", "/profile", "/photos", "/history", "/recovery-key",
      ] {
        try await mina.open(path, method, headers: headers).expect(200)
      }
    }
    // What was noted would be written by now.
    let end = service.time((isUse ? 40 : 30) * Self.days)
    #expect(try await service.expiry(of: "mina") == end)
  }
}
#endif
