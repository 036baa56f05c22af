#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A link by the API` {
  /// Begins a link on a new device, and returns its answer.
  private static func begin(
    _ client: Client
  ) async throws -> (token: String, deviceCode: String, userCode: String) {
    let answer = try await client.send(.post, "links", body: #"{"device":{"label":"TV"}}"#)
      .expect(201).document()
    #expect(answer["expiresIn"] as? Int == 600 && answer["interval"] as? Int == 5)
    return (
      try #require(answer["token"] as? String), try #require(answer["deviceCode"] as? String),
      try #require(answer["userCode"] as? String)
    )
  }

  @Test func `lets a device in that another one approves`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let link = try await Self.begin(client)
      let redeem = #"{"proof":{"link":"\#(link.deviceCode)"}}"#
      try await client.send(.post, "sessions", link.token, body: redeem)
        .expect(400, "authorization_pending")
      let code = #"{"userCode":"\#(link.userCode.lowercased().replacing("-", with: ""))"}"#
      let shown = try await client.send(.post, "links/lookup", mina.token, body: code)
        .expect(200).document()
      #expect(shown["label"] as? String == "TV")
      let approval = #"{"userCode":"\#(link.userCode)","accountID":"\#(mina.accountID)"}"#
      try await client.send(.post, "links/approve", mina.token, body: approval).expect(204)
      // Another device cannot use the code.
      let stranger = try await Self.begin(client)
      try await client.send(.post, "sessions", stranger.token, body: redeem)
        .expect(404, "noSuchLink")
      let signedIn = try SignedIn(
        try await client.send(.post, "sessions", link.token, body: redeem).expect(201)
      )
      #expect(signedIn.accountID == mina.accountID && signedIn.deviceID != mina.deviceID)
      try await client.send(.get, "session", signedIn.token).expect(200)
      try await client.send(.post, "sessions", signedIn.token, body: redeem)
        .expect(404, "noSuchLink")
    }
  }

  @Test func `gives its answer again for 10 minutes`() async throws {
    let service = TestService()
    try await service.run { [clock = service.clock] client in
      let mina = try await client.signIn("mina")
      let link = try await Self.begin(client)
      let approval = #"{"userCode":"\#(link.userCode)","accountID":"\#(mina.accountID)"}"#
      try await client.send(.post, "links/approve", mina.token, body: approval).expect(204)
      let redeem = #"{"proof":{"link":"\#(link.deviceCode)"}}"#
      let headers: HTTPFields = [.idempotencyKey: "0123456789abcdefABCDEF"]
      func send() async throws -> Answer {
        try await client.send(.post, "sessions", link.token, body: redeem, headers: headers)
      }
      let first = try SignedIn(try await send().expect(201))
      #expect(try SignedIn(try await send().expect(201)).sessionID == first.sessionID)
      clock.advance(by: 600_000)
      try await send().expect(409, "idempotencyKeyExpired")
    }
  }

  @Test(arguments: [("recoveryKey", "account/recovery-key"), ("removal", "account")])
  func `uses up no sign-in of its network while it waits`(
    purpose: String,
    path: String
  ) async throws {
    var service = TestService()
    service.limits = 1
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let begun = try await client.send(
        .post,
        "links",
        mina.token,
        body: #"{"purpose":"\#(purpose)"}"#
      ).expect(201).document()
      let code = try #require(begun["deviceCode"] as? String)
      let method = purpose == "removal" ? HTTPRequest.Method.delete : .put
      let body = #"{"nickname":"mina","link":"\#(code)"}"#
      for number in 0..<25 {
        try await client.send(method, path, mina.token, body: body)
          .expect(400, number < 3 ? "authorization_pending" : "slow_down")
      }
      _ = try await client.signIn("zoe")
    }
  }

  @Test func `that is denied or over lets nobody in`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let denied = try await Self.begin(client)
      let code = #"{"userCode":"\#(denied.userCode)"}"#
      try await client.send(.post, "links/deny", mina.token, body: code).expect(204)
      let redeem = #"{"proof":{"link":"\#(denied.deviceCode)"}}"#
      try await client.send(.post, "sessions", denied.token, body: redeem)
        .expect(400, "access_denied")
      let late = try await Self.begin(client)
      service.clock.advance(by: 600_000)
      let body = #"{"proof":{"link":"\#(late.deviceCode)"}}"#
      try await client.send(.post, "sessions", late.token, body: body).expect(404, "noSuchLink")
    }
  }

  @Test func `is seen by nobody who is not signed in, or guesses`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let link = try await Self.begin(client)
      let code = #"{"userCode":"\#(link.userCode)"}"#
      try await client.send(.post, "links/lookup", body: code).expect(401, "unauthorized")
      try await client.send(.post, "links/lookup", link.token, body: code)
        .expect(401, "notSignedIn")
      for _ in 0..<5 {
        try await client.send(.post, "links/lookup", mina.token, body: #"{"userCode":"BBBBBBBB"}"#)
          .expect(404, "noSuchLink")
      }
      let refused = try await client.send(.post, "links/lookup", mina.token, body: code)
      refused.expect(429, "tooManyWrongCodes")
      #expect(refused.headers[.retryAfter] == "601")
      // The others are not locked out.
      let zoe = try await client.signIn("zoe")
      try await client.send(.post, "links/lookup", zoe.token, body: code).expect(200)
    }
  }
}
#endif
