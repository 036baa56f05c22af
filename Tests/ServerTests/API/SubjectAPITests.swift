#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite struct `Requests that name a subject` {
  private let service = TestService()

  /// A device on which mina and then zoe are signed in.
  private func twoSignedIn(
    _ body: @escaping @Sendable (Client, _ mina: SignedIn, _ zoe: SignedIn) async throws -> Void
  ) async throws {
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let body1 = #"{"nickname":"zoe"}"#
      let zoe = try SignedIn(try await client.send(.post, "sessions", mina.token, body: body1))
      try await body(client, mina, zoe)
    }
  }

  @Test(arguments: ["active", "nickname:zoe", "account:"])
  func `are refused if the header names another account`(subject: String) async throws {
    try await twoSignedIn { client, mina, zoe in
      func rename(_ header: String) async throws -> Answer {
        try await client.send(
          .put,
          "session/nickname?subject=\(subject == "account:" ? subject + zoe.accountID : subject)",
          zoe.token,
          body: #"{"nickname":"nari"}"#,
          headers: [.monikerAccount: header]
        )
      }
      try await rename(mina.accountID).expect(409, "accountChanged")
      // The same holds if nobody is signed in to the account of the subject.
      let unknown = "account:00000000-0000-4000-8000-000000000009"
      for path in ["session?subject=\(unknown)", "sessions?which=others&subject=\(unknown)"] {
        try await client.send(
          .delete,
          path,
          zoe.token,
          headers: [.monikerAccount: zoe.accountID]
        ).expect(409, "accountChanged")
      }
      try await rename(zoe.accountID).expect(200)
    }
  }

  @Test func `see and change the session of another account than the active one`() async throws {
    try await twoSignedIn { client, mina, zoe in
      for subject in ["account:\(mina.accountID)", "nickname:MINA"] {
        let found = try await client.send(.get, "session?subject=\(subject)", zoe.token)
          .expect(200).document()
        #expect(found["nickname"] as? String == "mina")
        #expect(found["active"] as? Bool == false)
        #expect(found["accountCreatedAt"] as? String == "2023-11-14T22:13:20.000Z")
      }
      let renamed = try await client.send(
        .put,
        "session/nickname?subject=nickname:mina",
        zoe.token,
        body: #"{"nickname":"nari"}"#
      ).expect(200).document()
      #expect(renamed["nickname"] as? String == "nari")
      #expect((renamed["before"] as? [String: Any])?["nickname"] as? String == "mina")
      let profile = "profile?subject=account:\(mina.accountID)"
      let tag = try await client.send(.get, profile, zoe.token).expect(200).headers[.eTag]
      try await client.send(
        .put,
        profile,
        zoe.token,
        body: #"{"title":"t","description":""}"#,
        headers: [.ifMatch: try #require(tag)]
      ).expect(200)
      let path = "session?subject=account:\(mina.accountID)"
      let signedOut = try await client.send(.delete, path, zoe.token).expect(200).document()
      #expect((signedOut["signedOut"] as? [String: Any])?["nickname"] as? String == "nari")
      let open = signedOut["stillOpen"] as? [[String: Any]]
      #expect(open?.map { $0["nickname"] as? String } == ["zoe"])
      // There is nothing to sign out of any longer, which is no error.
      let again = try await client.send(.delete, path, zoe.token).expect(200).document()
      #expect(again["signedOut"] == nil)
      try await client.send(.get, path, zoe.token).expect(401, "notSignedIn")
      let current = try await client.send(.get, "session", zoe.token).document()
      #expect(current["nickname"] as? String == "zoe")
    }
  }

  @Test func `name no session of another device`() async throws {
    try await service.run { client in
      let mina = try await client.signIn("mina")
      let zoe = try await client.signIn("zoe")
      for subject in ["account:\(mina.accountID)", "nickname:mina"] {
        try await client.send(.get, "session?subject=\(subject)", zoe.token)
          .expect(401, "notSignedIn")
        for path in ["session", "sessions/\(mina.sessionID)", "sessions?which=\(mina.sessionID)"] {
          let more = path.contains("?") ? "&" : "?"
          _ = try await client.send(.delete, "\(path)\(more)subject=\(subject)", zoe.token)
        }
      }
      try await client.send(.get, "session", mina.token).expect(200)
      // What can be nobody's nickname is nobody's.
      for none in ["%20", "%F0%9F%8F%BB+%09"] {
        try await client.send(.get, "session?subject=nickname:\(none)", zoe.token)
          .expect(401, "notSignedIn")
      }
      let headers: HTTPFields = [.monikerAccount: "x"]
      try await client.send(.delete, "session?subject=active", zoe.token, headers: headers)
        .expect(400, "invalidRequest")
    }
  }

  @Test func `need no active session on a device on which others are signed in`() async throws {
    try await twoSignedIn { client, mina, zoe in
      try await client.send(.delete, "session", zoe.token).expect(200)
      for path in ["sessions", "history"] {
        try await client.send(.get, path, zoe.token).expect(401, "notSignedIn")
        let found = try await client.send(.get, "\(path)?subject=active", zoe.token)
          .expect(200).text
        #expect(found.contains(mina.sessionID))
      }
      let ended = try await client.send(
        .delete,
        "sessions?which=all&subject=active",
        zoe.token
      ).expect(200).text
      #expect(ended.contains(mina.sessionID))
    }
  }

  @Test func `get the session with the problem that it has ended`() async throws {
    try await service.run { [clock = service.clock] client in
      let mina = try await client.signIn("mina", #","expiresIn":5"#)
      clock.advance(by: 5_000)
      for subject in ["", "?subject=active", "?subject=nickname:mina"] {
        let answer = try await client.send(.get, "session\(subject)", mina.token)
        answer.expect(401, "sessionEnded")
        let session = try #require(try answer.document()["session"] as? [String: Any])
        #expect(session["sessionID"] as? String == mina.sessionID)
        #expect(session["endReason"] as? String == "expired")
      }
      // Signing out of it needs the parameter.
      try await client.send(.delete, "session", mina.token).expect(401, "sessionEnded")
      try await client.send(.delete, "session?subject=active", mina.token).expect(200)
      try await client.send(.get, "session", mina.token).expect(401, "notSignedIn")
    }
  }

  @Test func `find events of an account`() async throws {
    try await twoSignedIn { client, mina, zoe in
      func kinds(_ query: String) async throws -> [String] {
        let found = try await client.send(.get, "history\(query)", zoe.token).expect(200)
        let events = try found.document()["events"] as? [[String: Any]]
        return (events ?? []).compactMap { $0["accountID"] as? String }
      }
      let all = try await kinds("")
      #expect(all == [zoe, zoe, mina, mina].map(\.accountID))
      let own = try await kinds("?account=\(mina.accountID)")
      #expect(own == [mina, mina].map(\.accountID))
    }
  }

  @Test func `read accounts in pages, and switch by a nickname or to the only other`()
    async throws
  {
    try await twoSignedIn { client, mina, zoe in
      let first = try await client.send(.get, "accounts?limit=1", zoe.token).document()
      #expect((first["accounts"] as? [[String: Any]])?.first?["nickname"] as? String == "mina")
      #expect(
        (first["sessions"] as? [[String: Any]])?.first?["sessionID"] as? String == mina.sessionID
      )
      let next = try #require(first["next"] as? String)
      let last = try await client.send(.get, "accounts?limit=1&cursor=\(next)", zoe.token)
        .document()
      #expect((last["accounts"] as? [[String: Any]])?.first?["nickname"] as? String == "zoe")
      #expect(last["next"] == nil)
      for (body, active, before) in [
        (#"{"nickname":"Mina"}"#, mina, zoe), (#"{"onlyOther":true}"#, zoe, mina),
      ] {
        let document = try await client.send(.put, "accounts/active", zoe.token, body: body)
          .expect(200).document()
        #expect(document["accountID"] as? String == active.accountID)
        let former = document["before"] as? [String: Any]
        #expect(former?["accountID"] as? String == before.accountID)
      }
      for body in ["{}", #"{"onlyOther":false}"#] {
        try await client.send(.put, "accounts/active", zoe.token, body: body)
          .expect(400, "invalidRequest")
      }
    }
  }

  @Test func `ask whether an account of the device could take a nickname`() async throws {
    try await twoSignedIn { client, mina, zoe in
      func check(_ path: String) async throws -> [String: Any] {
        try await client.send(.get, "nicknames/\(path)", zoe.token).expect(200).document()
      }
      let taken = try await check("MINA?account=\(zoe.accountID)")
      #expect(taken["available"] as? Bool == false)
      #expect(taken["holder"] as? String == "mina")
      let own = try await check("MINA?account=\(mina.accountID)")
      #expect(own["available"] as? Bool == true)
    }
  }

  @Test func `extend a session that is kept if too little time is left`() async throws {
    try await service.run { [clock = service.clock] client in
      let mina = try await client.signIn("mina", #","expiresIn":100"#)
      clock.advance(by: 50_000)
      func again(_ minimum: Int) async throws -> [String: Any] {
        let body = #"{"nickname":"mina","expiresIn":200,"minimumRemaining":\#(minimum)}"#
        return try await client.send(.post, "sessions", mina.token, body: body).expect(201)
          .document()
      }
      #expect(try await again(50)["renewed"] as? Bool == false)
      #expect(try await again(51)["renewed"] as? Bool == true)
      for body in [#"{"nickname":"mina","expiresIn":2,"minimumRemaining":0}"#] {
        try await client.send(.post, "sessions", mina.token, body: body)
          .expect(400, "invalidRequest")
      }
    }
  }
}
#endif
