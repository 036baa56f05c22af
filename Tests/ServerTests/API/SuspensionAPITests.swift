#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite struct `What the operator does` {
  private static let everything = MonikerDomain.RequestContext(in: .everything(on: .local))

  @Test func `suspends an account for all its devices and programs, until it is resumed`()
    async throws
  {
    let service = TestService()
    try await service.run { [store = service.store] client in
      let mina = try await client.signIn("mina")
      let proof = #","proof":{"recoveryKey":"\#(try #require(mina.recoveryKey))"}"#
      let second = try await client.signIn("mina", proof)
      let issued = try await client.send(.post, "identity-tokens", mina.token, body: "{}")
      let identity = try #require(try issued.document()["token"] as? String)
      let id = try #require(AccountID(mina.accountID))
      let ended = try await store.suspend(id, in: Self.everything)
      #expect(ended.count == 2)
      for token in [mina.token, second.token] {
        try await client.send(.get, "session", token).expect(401, "sessionEnded")
      }
      try await client.send(.get, "session", identity).expect(401, "unauthorized")
      let body = #"{"nickname":"mina"\#(proof)}"#
      try await client.send(.post, "sessions", body: body).expect(403, "accountSuspended")
      // Without a proof, nobody learns it.
      try await client.send(.post, "sessions", body: #"{"nickname":"mina"}"#)
        .expect(403, "proofRequired")
      try await store.resume(id, in: Self.everything)
      try await client.send(.get, "session", identity).expect(200)
      let events = try await client.signIn("mina", proof)
      let history = try await client.send(.get, "history", events.token)
      #expect(history.text.contains(#""suspended""#) && history.text.contains(#""resumed""#))
    }
  }

  @Test func `limits the new accounts of a network, and tells when another one can be made`()
    async throws
  {
    var service = TestService()
    service.accountsPerDay = 2
    try await service.run { [clock = service.clock] client in
      for nickname in ["mina", "jun"] { _ = try await client.signIn(nickname) }
      let refused = try await client.send(.post, "sessions", body: #"{"nickname":"sora"}"#)
      refused.expect(429, "tooManyAccounts")
      #expect(refused.headers[.retryAfter] == "86401")
      clock.advance(by: 86_400_000)
      _ = try await client.signIn("sora")
    }
  }
}
#endif
