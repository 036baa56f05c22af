#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Accounts, devices and credentials by the API` {
  @Test func `are those of the device, of which one is active`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      let zoe = try SignedIn(
        try await client.send(.post, "sessions", mina.token, body: #"{"nickname":"zoe"}"#)
      )
      _ = try await client.signIn("other")
      let list = try await client.send(.get, "accounts", zoe.token).expect(200).document()
      let accounts = try #require(list["accounts"] as? [[String: Any]])
      #expect(accounts.map { $0["nickname"] as? String } == ["mina", "zoe"])
      #expect(accounts.map { $0["active"] as? Bool } == [false, true])
      let switched = try await client.send(
        .put,
        "accounts/active",
        zoe.token,
        body: #"{"accountID":"\#(mina.accountID)"}"#
      ).expect(200).document()
      #expect(switched["nickname"] as? String == "mina")
      // A tab that still shows the other account changes nothing.
      let stale: HTTPFields = [.monikerAccount: zoe.accountID]
      try await client.send(.delete, "session", zoe.token, headers: stale)
        .expect(409, "accountChanged")
      for id in ["x", "00000000-0000-4000-8000-000000000009"] {
        try await client.send(
          .put,
          "accounts/active",
          zoe.token,
          body: #"{"accountID":"\#(id)"}"#
        ).expect(404, "noSuchAccount")
      }
    }
  }

  @Test func `are removed with the recovery key and the nickname`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      let key = try #require(mina.recoveryKey)
      let wrong = "mnr-00000-00000-00000-00000-000000"
      for (proof, status, code) in [
        ("", 403, "proofRequired"), (#","recoveryKey":"x""#, 422, "invalidRecoveryKey"),
        (#","recoveryKey":"\#(wrong)""#, 403, "proofRequired"),
        (#","link":"mnd_x""#, 404, "noSuchLink"),
      ] {
        let body = #"{"nickname":"mina"\#(proof)}"#
        try await client.send(.delete, "account", mina.token, body: body).expect(status, code)
      }
      try await client.send(
        .delete,
        "account",
        mina.token,
        body: #"{"nickname":"Mina","recoveryKey":"\#(key)"}"#
      ).expect(422)
      try await client.send(
        .delete,
        "account",
        mina.token,
        body: #"{"nickname":"mina","recoveryKey":"\#(key)"}"#
      ).expect(200)
      try await client.send(.get, "session", mina.token).expect(401, "notSignedIn")
    }
  }

  @Test func `can be forgotten, and get a new token`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      let key = try #require(mina.recoveryKey)
      let second = try await client.signIn("mina", #","proof":{"recoveryKey":"\#(key)"}"#)
      let answer = try await client.send(.post, "device/token", mina.token, body: "{}")
      let token = try #require(try answer.expect(201).document()["token"] as? String)
      try await client.send(.get, "session", mina.token).expect(200)
      try await client.send(.get, "session", token).expect(200)
      try await client.send(.get, "session", mina.token).expect(401, "unauthorized")
      try await client.send(.delete, "device", token).expect(200)
      try await client.send(.get, "session", token).expect(401, "unauthorized")
      try await client.send(.get, "session", second.token).expect(200)
    }
  }

  @Test func `get a new recovery key for the present one`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      let old = try #require(mina.recoveryKey)
      try await client.send(
        .put,
        "account/recovery-key",
        mina.token,
        body: #"{"recoveryKey":"mnr-00000-00000-00000-00000-000000"}"#
      ).expect(403, "proofRequired")
      let answer = try await client.send(
        .put,
        "account/recovery-key",
        mina.token,
        body: #"{"recoveryKey":"\#(old)"}"#
      ).expect(200).document()
      let new = try #require(answer["recoveryKey"] as? String)
      try await client.send(
        .post,
        "sessions",
        body: #"{"nickname":"mina","proof":{"recoveryKey":"\#(old)"}}"#
      ).expect(403, "proofRequired")
      _ = try await client.signIn("mina", #","proof":{"recoveryKey":"\#(new)"}"#)
    }
  }

  @Test func `get a new recovery key, and are removed, by the approval of another device`()
    async throws
  {
    let service = TestService()
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let proof = #","proof":{"recoveryKey":"\#(try #require(mina.recoveryKey))"}"#
      let other = try await client.signIn("mina", proof)
      func begin(_ purpose: String) async throws -> (deviceCode: String, userCode: String) {
        let body = #"{"purpose":"\#(purpose)"}"#
        try await client.send(.post, "links", body: body).expect(401, "unauthorized")
        let link = try await client.send(.post, "links", mina.token, body: body).expect(201)
          .document()
        #expect(link["token"] == nil)
        return (
          try #require(link["deviceCode"] as? String), try #require(link["userCode"] as? String)
        )
      }
      func approve(_ userCode: String, _ purpose: String) async throws {
        let code = #"{"userCode":"\#(userCode)"}"#
        let shown = try await client.send(.post, "links/lookup", other.token, body: code)
          .expect(200).document()
        #expect(shown["purpose"] as? String == purpose)
        let approval = #"{"userCode":"\#(userCode)","accountID":"\#(mina.accountID)"}"#
        try await client.send(.post, "links/approve", mina.token, body: approval)
          .expect(404, "noSuchLink")
        try await client.send(.post, "links/approve", other.token, body: approval).expect(204)
      }
      let early = try await begin("removal").userCode
      let approval = #"{"userCode":"\#(early)","accountID":"\#(mina.accountID)"}"#
      let refused = try await client.send(.post, "links/approve", other.token, body: approval)
      refused.expect(403, "sessionsTooNew")
      #expect(try refused.document()["until"] as? String == service.time(86_400).description)
      service.clock.advance(by: 86_400_000)
      let key = try await begin("recoveryKey")
      let replacement = #"{"link":"\#(key.deviceCode)"}"#
      func replace(as id: String? = nil) async throws -> Answer {
        var headers: HTTPFields = [:]
        headers[.idempotencyKey] = id
        return try await client.send(
          .put,
          "account/recovery-key",
          mina.token,
          body: replacement,
          headers: headers
        )
      }
      try await replace().expect(400, "authorization_pending")
      try await approve(key.userCode, "recoveryKey")
      // The answer is lost, and the request repeated.
      let lost = try await replace(as: "0123456789abcdefABCDEF").expect(200).document()
      let new = try await replace(as: "0123456789abcdefABCDEF").expect(200).document()
      #expect(lost["recoveryKey"] as? String != new["recoveryKey"] as? String)
      try await replace().expect(404, "noSuchLink")
      let newProof = #","proof":{"recoveryKey":"\#(try #require(new["recoveryKey"] as? String))"}"#
      _ = try await client.signIn("mina", newProof)
      let removal = try await begin("removal")
      try await approve(removal.userCode, "removal")
      let body = #"{"nickname":"mina","link":"\#(removal.deviceCode)"}"#
      try await client.send(.delete, "account", mina.token, body: body).expect(200)
      try await client.send(.get, "session", other.token).expect(401, "notSignedIn")
    }
  }

  @Test func `give identity tokens, which tell who somebody is and nothing else`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let made = try await client.send(
        .post,
        "identity-tokens",
        mina.token,
        body: #"{"label":"wiki","expiresIn":60}"#
      ).expect(201).document()
      let token = try #require(made["token"] as? String)
      let id = try #require(made["id"] as? String)
      let identity = try await client.send(.get, "session", token).expect(200).document()
      #expect(identity["nickname"] as? String == "mina" && identity.count == 2)
      let accountID = try #require(identity["accountID"] as? String)
      for subject in ["active", "nickname:MINA", "account:\(accountID)"] {
        try await client.send(.get, "session?subject=\(subject)", token).expect(200)
      }
      try await client.send(.get, "session?subject=nickname:zoe", token).expect(401, "notSignedIn")
      for (method, path) in [
        (HTTPRequest.Method.get, "sessions"), (.delete, "session"), (.get, "history"),
        (.get, "accounts"), (.get, "events"), (.get, "identity-tokens"), (.get, "profile"),
      ] {
        try await client.send(method, path, token).expect(403, "identityToken")
      }
      let zoe = try await client.signIn("zoe")
      try await client.send(.delete, "identity-tokens/\(id)", zoe.token)
        .expect(404, "noSuchIdentityToken")
      let list = try await client.send(.get, "identity-tokens", mina.token).document()
      #expect((list["identityTokens"] as? [[String: Any]])?.first?["token"] == nil)
      try await client.send(.delete, "identity-tokens/\(id)", mina.token).expect(204)
      try await client.send(.get, "session", token).expect(401, "unauthorized")
    }
  }

  @Test func `have a profile that is saved over the version that was read`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      let empty = try await client.send(.get, "profile", mina.token).expect(200)
      let tag = try #require(empty.headers[.eTag])
      let body = #"{"title":"Reads logs","description":"one\ntwo","pictureID":"7k3f9mxa"}"#
      try await client.send(.put, "profile", mina.token, body: body)
        .expect(428, "preconditionRequired")
      let saved = try await client.send(
        .put,
        "profile",
        mina.token,
        body: body,
        headers: [.ifMatch: tag]
      ).expect(200)
      #expect(try saved.document()["version"] as? Int == 1)
      try await client.send(.put, "profile", mina.token, body: body, headers: [.ifMatch: tag])
        .expect(412, "profileConflict")
      let newTag = try #require(saved.headers[.eTag])
      for (tags, status) in [
        (newTag, 304), ("\(tag), W/\(newTag)", 304), ("*", 304), (tag, 200),
      ] {
        try await client.send(.get, "profile", mina.token, headers: [.ifNoneMatch: tags])
          .expect(status)
      }
      // A tag that a proxy has made weak allows no change.
      try await client.send(
        .put,
        "profile",
        mina.token,
        body: body,
        headers: [.ifMatch: "W/\(newTag)"]
      ).expect(412, "profileConflict")
      for (bad, status, code) in [
        (#"{"title":"a\nb","description":""}"#, 422, "invalidProfile"),
        (#"{"title":"","description":"","pictureID":"UPPER"}"#, 404, "noSuchPhoto"),
        (#"{"title":""}"#, 400, "invalidRequest"),
      ] {
        try await client.send(.put, "profile", mina.token, body: bad, headers: [.ifMatch: newTag])
          .expect(status, code)
      }
      // A list has several tags; the star is any version.
      for list in ["\"other\", \(newTag)", "*"] {
        try await client.send(.put, "profile", mina.token, body: body, headers: [.ifMatch: list])
          .expect(200)
      }
    }
  }

  @Test func `choose from photos`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      for (query, count) in [("", 10), ("?count=0", 0), ("?count=30", 30)] {
        let answer = try await client.send(.get, "photos\(query)", mina.token).expect(200)
        #expect((try answer.document()["photos"] as? [Any])?.count == count)
      }
      try await client.send(.get, "photos?count=31", mina.token).expect(422, "usage")
      try await client.send(.get, "photos?count=x", mina.token).expect(400, "invalidRequest")
      let image = try await client.send(.get, "photos/7k3f9mxa/image", mina.token).expect(200)
      #expect(image.headers[.contentSecurityPolicy]?.contains("sandbox") ?? false)
      #expect(image.headers[.xContentTypeOptions] == "nosniff" && image.text.hasPrefix("<svg "))
      try await client.send(.get, "photos/x", mina.token).expect(404, "noSuchPhoto")
    }
  }

  @Test func `have a history of their own, in pages`() async throws {
    try await TestService().run { client in
      let mina = try await client.signIn("mina")
      _ = try await client.signIn("zoe")
      let page = try await client.send(.get, "history?limit=1", mina.token).expect(200).document()
      let events = try #require(page["events"] as? [[String: Any]])
      #expect(events.map { $0["kind"] as? String } == ["signedIn"])
      #expect(page["next"] is String)
      let all = try await client.send(.get, "history", mina.token).document()
      let names = (all["events"] as? [[String: Any]])?.compactMap { $0["nickname"] as? String }
      #expect(names == ["mina", "mina"])
    }
  }
}
#endif
