#if Server
import HTTPTypes
import MonikerData
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite struct `Requests that are repeated because their answer was lost` {
  private let service = TestService()

  private static let key = "0123456789abcdefABCDEF"

  private static func headers(_ key: String = key) -> HTTPFields { [.idempotencyKey: key] }

  private static func body(_ nickname: String) -> String {
    #"{"nickname":"\#(nickname)","device":{"label":"test"}}"#
  }

  @Test func `a sign-in keeps its session, and has new secrets in place of the lost ones`()
    async throws
  {
    try await service.run { client in
      func signIn(_ key: String) async throws -> SignedIn {
        let answer = try await client.send(
          .post,
          "sessions",
          body: Self.body("mina"),
          headers: Self.headers(key)
        )
        answer.expect(201)
        return try SignedIn(answer)
      }
      let lost = try await signIn(Self.key)
      // RFC 8941 quotes a text; it is the same key.
      let kept = try await signIn("\"\(Self.key)\"")
      #expect(kept.sessionID == lost.sessionID && kept.deviceID == lost.deviceID)
      #expect(kept.accountID == lost.accountID)
      #expect(kept.token != lost.token && kept.recoveryKey != lost.recoveryKey)
      try await client.send(.get, "session", lost.token).expect(401, "unauthorized")
      try await client.send(.get, "session", kept.token).expect(200)
      let proof =
        #"{"nickname":"mina","proof":{"recoveryKey":"\#(try #require(lost.recoveryKey))"}}"#
      try await client.send(.post, "sessions", body: proof).expect(403, "proofRequired")
      let right =
        #"{"nickname":"mina","proof":{"recoveryKey":"\#(try #require(kept.recoveryKey))"}}"#
      try await client.send(.post, "sessions", body: right).expect(201)
    }
  }

  @Test func `a key is good for one body, for 10 minutes, and until its token was used`()
    async throws
  {
    try await service.run { [clock = service.clock] client in
      func signIn(_ nickname: String, _ token: String? = nil) async throws -> Answer {
        try await client.send(
          .post,
          "sessions",
          token,
          body: Self.body(nickname),
          headers: Self.headers()
        )
      }
      let first = try SignedIn(try await signIn("mina"))
      try await signIn("jun").expect(422, "idempotencyKeyReused")
      try await client.send(.get, "session", first.token).expect(200)
      try await signIn("mina").expect(409, "idempotencyKeyUsed")
      try await signIn("mina", first.token).expect(422, "idempotencyKeyReused")
      clock.advance(by: 600_000)
      try await signIn("mina").expect(409, "idempotencyKeyExpired")
      try await client.send(.get, "session", first.token).expect(200)
    }
  }

  @Test(arguments: ["sessions", "links"])
  func `the same request several times at once leaves one answer whose secrets are all valid`(
    path: String
  ) async throws {
    // Its calls take long enough to happen between each other.
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let store = SQLiteRepository(path: folder.file("store"), owner: .test(clock))
    let service = TestService(clock: clock, store: store)
    try await service.run { client in
      for round in 0..<25 {
        let nickname = "mina\(round)"
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
          for _ in 0..<8 {
            group.addTask {
              try await client.send(
                .post,
                path,
                body: path == "links" ? "{}" : Self.body(nickname),
                headers: Self.headers("\(Self.key)\(round)")
              )
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        var valid = 0
        for answer in answers where answer.status < 300 {
          let document = try answer.document()
          let token = try #require(document["token"] as? String)
          guard try await client.send(.get, "devices", token).status == 200 else { continue }
          let code = document["deviceCode"] as? String
          let key = document["recoveryKey"] as? String
          let proof = try #require(
            code.map { #"{"proof":{"link":"\#($0)"}}"# }
              ?? key.map { #"{"nickname":"\#(nickname)","proof":{"recoveryKey":"\#($0)"}}"# }
          )
          let status = try await client.send(
            .post,
            "sessions",
            code == nil ? nil : token,
            body: proof
          ).status
          if status == (code == nil ? 201 : 400) { valid += 1 }
        }
        #expect(valid == 1, "round \(round): \(answers.map(\.status))")
      }
    }
  }

  @Test(arguments: ["sessions", "links"])
  func `an answer that has arrived is not given again while a later token is unused`(
    path: String
  ) async throws {
    try await service.run { client in
      func send() async throws -> Answer {
        try await client.send(
          .post,
          path,
          body: path == "links" ? "{}" : Self.body("mina"),
          headers: Self.headers()
        )
      }
      let first = try #require(try await send().document()["token"] as? String)
      // The rotation uses the first token, and its new one stays unused.
      let rotated = try await client.send(
        .post,
        "device/token",
        first,
        body: "{}",
        headers: Self.headers(Self.key + "rotation")
      )
      let later = try #require(try rotated.document()["token"] as? String, "\(rotated)")
      try await send().expect(409, "idempotencyKeyUsed")
      try await client.send(.get, "devices", later).expect(200)
    }
  }

  @Test func `a sign-in on a known device is repeated with the token of the first request alone`()
    async throws
  {
    try await service.run { client in
      let zoe = try await client.signIn("zoe")
      func signIn(_ nickname: String, _ token: String, _ key: String) async throws -> Answer {
        try await client.send(
          .post,
          "sessions",
          token,
          body: Self.body(nickname),
          headers: Self.headers(key)
        )
      }
      let lost = try SignedIn(try await signIn("mina", zoe.token, Self.key))
      let kept = try SignedIn(try await signIn("mina", zoe.token, Self.key))
      #expect(kept.token != lost.token && kept.sessionID == lost.sessionID)
      // It uses the token, and has a later one that nobody uses.
      let later = try SignedIn(try await signIn("jun", kept.token, Self.key + "later"))
      try await signIn("mina", kept.token, Self.key).expect(422, "idempotencyKeyReused")
      try await client.send(.get, "session", later.token).expect(200)
      let key = try #require(kept.recoveryKey)
      let proof = #"{"nickname":"mina","proof":{"recoveryKey":"\#(key)"}}"#
      try await client.send(.post, "sessions", body: proof).expect(201)
    }
  }

  @Test func `a key of another person, or of another request, is refused`() async throws {
    try await service.run { client in
      let (mina, zoe) = (try await client.signIn("mina"), try await client.signIn("zoe"))
      func issue(_ token: String) async throws -> Answer {
        try await client.send(
          .post,
          "identity-tokens",
          token,
          body: "{}",
          headers: Self.headers()
        )
      }
      try await issue(mina.token).expect(201)
      try await issue(zoe.token).expect(422, "idempotencyKeyReused")
      try await client.send(
        .put,
        "account/recovery-key",
        mina.token,
        body: #"{"recoveryKey":"\#(try #require(mina.recoveryKey))"}"#,
        headers: Self.headers()
      ).expect(422, "idempotencyKeyReused")
    }
  }

  @Test(arguments: ["", "short", "0123456789abcdefABCDE", String(repeating: "a", count: 256), "ä"])
  func `a key that can be guessed is refused, and nothing is changed`(key: String) async throws {
    try await service.run { client in
      try await client.send(
        .post,
        "sessions",
        body: Self.body("mina"),
        headers: Self.headers(key)
      ).expect(400, "invalidRequest")
      let check = try await client.send(.get, "nicknames/mina")
      #expect(try check.document()["available"] as? Bool == true)
    }
  }

  @Test func `a link, an identity token and a recovery key have new secrets, too`() async throws {
    try await service.run { client in
      let mina = try await client.signIn("mina")
      func twice(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ token: String?,
        _ body: String,
        _ secret: String
      ) async throws -> (lost: String, kept: String) {
        var secrets: [String] = []
        for _ in 1...2 {
          let answer = try await client.send(
            method,
            path,
            token,
            body: body,
            headers: Self.headers(Self.key + path)
          )
          secrets.append(try #require(try answer.document()[secret] as? String, "\(answer)"))
        }
        #expect(secrets[0] != secrets[1])
        return (secrets[0], secrets[1])
      }
      let link = try await twice(.post, "links", nil, "{}", "token")
      try await client.send(.get, "devices", link.lost).expect(401, "unauthorized")
      try await client.send(.get, "devices", link.kept).expect(200)

      let identity = try await twice(
        .post,
        "identity-tokens",
        mina.token,
        #"{"label":"bot"}"#,
        "token"
      )
      try await client.send(.get, "session", identity.lost).expect(401, "unauthorized")
      try await client.send(.get, "session", identity.kept).expect(200)
      let list = try await client.send(.get, "identity-tokens", mina.token).document()
      #expect((list["identityTokens"] as? [Any])?.count == 1)

      let present = try #require(mina.recoveryKey)
      let key = try await twice(
        .put,
        "account/recovery-key",
        mina.token,
        #"{"recoveryKey":"\#(present)"}"#,
        "recoveryKey"
      )
      for (key, status) in [(present, 403), (key.lost, 403), (key.kept, 201)] {
        let body = #"{"nickname":"mina","proof":{"recoveryKey":"\#(key)"}}"#
        try await client.send(.post, "sessions", body: body).expect(status)
      }
    }
  }

  @Test(arguments: RepeatableChange.all)
  func `a change is made once, and answered the same`(change: RepeatableChange) async throws {
    try await service.run { [store = service.store] client in
      let world = try await World(service, client)
      let token = try await change.prepare(world)
      func events() async throws -> Int {
        let all = try await PageCursor.all { page throws(HistoryError) in
          try await store.events(.all, page, in: .everything(on: .local))
        }
        return all.count
      }
      let before = try await events()
      let first = try await change.send(world, token)
      #expect(first.status < 300, "\(first)")
      let after = try await events()
      if !change.path.hasPrefix("links") { #expect(after > before) }
      let again = try await change.send(world, token)
      #expect(again.status == first.status && again.text == first.text, "\(again)")
      #expect(try await events() == after)
    }
  }
}
#endif
