#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Signing in by the API` {
  @Test func `makes an account, and gives its token and recovery key once`() async throws {
    let service = TestService()
    try await service.run { client in
      let answer = try await client.send(
        .post,
        "sessions",
        body: #"{"nickname":" 길동 ","device":{"label":"laptop"},"expiresIn":3600,"sliding":true}"#
      )
      let signedIn = try SignedIn(answer.expect(201))
      #expect(Secret(.token, typed: signedIn.token) != nil)
      #expect(signedIn.recoveryKey.map { Secret(.recoveryKey, typed: $0) } != nil)
      #expect(answer.headers[.cacheControl] == "no-store")
      let session = try await client.send(.get, "session", signedIn.token).expect(200).document()
      #expect(session["nickname"] as? String == "길동")
      #expect(session["sessionID"] as? String == signedIn.sessionID)
      #expect(session["idleTimeoutSeconds"] as? Int == 3600)
      #expect(session["expiresAt"] as? String == "2023-11-14T23:13:20.000Z")
      #expect(session["token"] == nil && session["recoveryKey"] == nil)
    }
  }

  @Test func `to a held nickname demands a proof, and says which`() async throws {
    let service = TestService()
    try await service.run { client in
      let first = try await client.signIn("mina")
      let wrong = "mnr-00000-00000-00000-00000-000000"
      for proof in ["", #","proof":{"recoveryKey":"\#(wrong)"}"#] {
        let refused = try await client.send(
          .post,
          "sessions",
          body: #"{"nickname":"MINA"\#(proof)}"#
        )
        refused.expect(403, "proofRequired")
        #expect(try refused.document()["ways"] as? [String] == ["recoveryKey", "link"])
      }
      let malformed = try await client.send(
        .post,
        "sessions",
        body: #"{"nickname":"mina","proof":{"recoveryKey":"x"}}"#
      )
      malformed.expect(422, "invalidRecoveryKey")
      // What was refused has made no device.
      let devices = try await client.send(.get, "devices", first.token).document()
      #expect((devices["devices"] as? [Any])?.count == 1)
      let key = try #require(first.recoveryKey).lowercased()
      let second = try await client.signIn("mina", #","proof":{"recoveryKey":"\#(key)"}"#)
      #expect(second.accountID == first.accountID && second.deviceID != first.deviceID)
      #expect(second.recoveryKey == nil)
      for token in [first.token, second.token] {
        try await client.send(.get, "session", token).expect(200)
      }
    }
  }

  @Test func `on a known device adds an account, and changes the token when it is used`()
    async throws
  {
    try await TestService().run { client in
      let first = try await client.signIn("mina")
      try await client.send(.get, "session", first.token).expect(200)
      let answer = try await client.send(
        .post,
        "sessions",
        first.token,
        body: #"{"nickname":"zoe"}"#
      )
      let second = try SignedIn(answer.expect(201))
      #expect(second.deviceID == first.deviceID && second.token != first.token)
      // The answer could have been lost: the old token holds until the new one is used.
      try await client.send(.get, "session", first.token).expect(200)
      try await client.send(.get, "session", second.token).expect(200)
      try await client.send(.get, "session", first.token).expect(401, "unauthorized")
      // Back to the first account, which needs no proof here, and changes no token.
      let back = try await client.send(
        .post,
        "sessions",
        second.token,
        body: #"{"nickname":"mina"}"#
      ).expect(201).document()
      #expect(back["token"] == nil && back["newSession"] as? Bool == false)
    }
  }

  @Test(arguments: [
    (#"{"nickname":""}"#, 422, "invalidNickname"),
    (#"{"nickname":"a\u0007"}"#, 422, "invalidNickname"),
    (#"{"nickname":"moniker"}"#, 422, "invalidNickname"),
    (#"{"nickname":"rnina"}"#, 409, "nicknameResembles"),
    (#"{"nickname":"b","expiresIn":0}"#, 400, "invalidRequest"),
    (#"{"nickname":"b","expiresIn":9999999999}"#, 422, "invalidTerms"),
    (#"{"nickname":"b","sliding":true}"#, 422, "invalidTerms"),
    (#"{"nickname":7}"#, 400, "invalidRequest"), (#"{}"#, 400, "invalidRequest"),
    ("{", 400, "invalidRequest"), ("[]", 400, "invalidRequest"), ("", 400, "invalidRequest"),
  ])
  func `is refused`(body: String, status: Int, code: String) async throws {
    try await TestService().run { client in
      _ = try await client.signIn("mina")
      try await client.send(.post, "sessions", body: body).expect(status, code)
    }
  }

  @Test func `needs JSON, and a body that is not too long`() async throws {
    try await TestService().run { client in
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      try await client.send(.post, "sessions", body: "nickname=a", headers: form)
        .expect(415, "unsupportedMediaType")
      let long = #"{"nickname":"\#(String(repeating: "a", count: 70_000))"}"#
      try await client.send(.post, "sessions", body: long).expect(413, "tooLarge")
    }
  }

  @Test func `can be closed to those without an account`() async throws {
    var service = TestService()
    service.signUp = .closed
    try await service.run { client in
      try await client.send(.post, "sessions", body: #"{"nickname":"mina"}"#)
        .expect(403, "signUpClosed")
    }
  }

  @Test func `ends by signing out, and by the session's own end`() async throws {
    let service = TestService()
    try await service.run { client in
      let out = try await client.signIn("mina")
      let answer = try await client.send(.delete, "session", out.token).expect(200).document()
      #expect((answer["signedOut"] as? [String: Any])?["endReason"] as? String == "signedOut")
      for method in [HTTPRequest.Method.get, .delete] {
        try await client.send(method, "session", out.token).expect(401, "notSignedIn")
      }
      let short = try await client.signIn("zoe", #","expiresIn":5"#)
      service.clock.advance(by: 5_000)
      try await client.send(.get, "session", short.token).expect(401, "sessionEnded")
    }
  }

  @Test func `can be asked for by HEAD, which answers without a body and renews nothing`()
    async throws
  {
    let service = TestService()
    try await service.run { client in
      let own = try await client.signIn("mina", #","expiresIn":600,"sliding":true"#)
      service.clock.advance(by: 300_000)
      let head = try await client.send(.head, "session", own.token).expect(200)
      #expect(head.text == "" && head.headers[.contentType] != nil)
      #expect(try await client.send(.head, "session").expect(401).text == "")
    }
    // What was noted would be written by now.
    #expect(try await service.expiry(of: "mina") == service.time(600))
  }

  @Test func `can be asked for, which only reads, and renews the session soon after`()
    async throws
  {
    let service = TestService()
    try await service.run { client in
      let own = try await client.signIn("mina", #","expiresIn":600,"sliding":true"#)
      let early = try await client.signIn("hong", #","expiresIn":7200,"sliding":true"#)
      let fixed = try await client.signIn("zoe", #","expiresIn":600"#)
      service.clock.advance(by: 300_000)
      for token in [own.token, early.token, fixed.token] {
        let answer = try await client.send(.get, "session", token).expect(200).text
        let isStored = answer.contains(
          #""expiresAt":"2023-11-1\#(token == early.token ? "5T00:13" : "4T22:23"):20.000Z""#
        )
        #expect(isStored, "\(answer)")
      }
    }
    #expect(try await service.expiry(of: "mina") == service.time(900))
    #expect(try await service.expiry(of: "hong") == service.time(7_200))
    #expect(try await service.expiry(of: "zoe") == service.time(600))
  }

  @Test func `without a token, or with a wrong one, tells nothing`() async throws {
    try await TestService().run { client in
      let own = try await client.signIn("mina")
      try await client.send(.get, "session").expect(401, "unauthorized")
      for wrong in ["x", own.token + "x", String(own.token.dropLast()), "mnk_", "a b"] {
        let answer = try await client.send(.get, "session", wrong)
        answer.expect(401, "unauthorized")
        #expect(answer.headers[.wwwAuthenticate] == "Bearer realm=\"moniker\"")
      }
    }
  }

  @Test func `renames the account that the request means`() async throws {
    try await TestService().run { client in
      let own = try await client.signIn("mina")
      _ = try await client.signIn("zoe")
      let body = #"{"nickname":"minami"}"#
      let other: HTTPFields = [.monikerAccount: "00000000-0000-4000-8000-000000000009"]
      try await client.send(.put, "session/nickname", own.token, body: body, headers: other)
        .expect(409, "accountChanged")
      try await client.send(.put, "session/nickname", own.token, body: #"{"nickname":"Zoe"}"#)
        .expect(409, "nicknameTaken")
      let named: HTTPFields = [.monikerAccount: own.accountID]
      let renamed = try await client.send(
        .put,
        "session/nickname",
        own.token,
        body: body,
        headers: named
      ).expect(200).document()
      #expect(renamed["nickname"] as? String == "minami")
      #expect(renamed["accountID"] as? String == own.accountID)
    }
  }

  @Test func `is limited for each address`() async throws {
    var service = TestService()
    service.limits = 1
    try await service.run { [service] client in
      var refused: Answer?
      for number in 0..<30 where refused == nil {
        let answer = try await client.send(.post, "sessions", body: #"{"nickname":"n\#(number)"}"#)
        if answer.status != 201 { refused = answer }
      }
      let answer = try #require(refused)
      answer.expect(429, "tooManyRequests")
      let seconds = try #require(answer.headers[.retryAfter].flatMap { Int($0) })
      service.clock.advance(by: Int64(seconds) * 1_000)
      _ = try await client.signIn("later")
    }
  }
}
#endif
