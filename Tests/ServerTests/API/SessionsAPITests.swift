#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Sessions by the API` {
  private static func ids(_ answer: Answer, _ key: String) throws -> [String] {
    let list = try #require(try answer.document()[key] as? [[String: Any]])
    return list.compactMap { $0["sessionID"] as? String }
  }

  /// Three devices of one account, and one of another.
  private static func signIn(_ client: Client) async throws -> (own: [SignedIn], other: SignedIn) {
    let first = try await client.signIn("mina")
    let proof = #","proof":{"recoveryKey":"\#(try #require(first.recoveryKey))"}"#
    let more = [try await client.signIn("mina", proof), try await client.signIn("mina", proof)]
    return ([first] + more, try await client.signIn("zoe"))
  }

  @Test func `are those of the caller's accounts on all devices, in pages`() async throws {
    try await TestService().run { client in
      let (own, other) = try await Self.signIn(client)
      let all = try await client.send(.get, "sessions", own[0].token).expect(200)
      #expect(try Self.ids(all, "sessions") == own.map(\.sessionID))
      #expect(try all.document()["next"] == nil)
      var found: [String] = []
      var cursor = ""
      repeat {
        let page = try await client.send(.get, "sessions?limit=1\(cursor)", own[0].token)
          .expect(200)
        found += try Self.ids(page, "sessions")
        let next = try page.document()["next"] as? String
        let text = next?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        cursor = text.map { "&cursor=" + $0 } ?? ""
      } while !cursor.isEmpty
      #expect(found == own.map(\.sessionID))
      #expect(
        try Self.ids(try await client.send(.get, "sessions", other.token), "sessions")
          == [other.sessionID]
      )
      for query in ["limit=0", "limit=1001", "limit=x", "state=x"] {
        try await client.send(.get, "sessions?\(query)", own[0].token).expect(400, "invalidRequest")
      }
      try await client.send(.get, "sessions?cursor=x", own[0].token).expect(422, "invalidCursor")
    }
  }

  @Test func `are shown and ended by their IDs, and others' are unknown`() async throws {
    try await TestService().run { client in
      let (own, other) = try await Self.signIn(client)
      let path = "sessions/\(own[1].sessionID)"
      try await client.send(.get, path, own[0].token).expect(200)
      let ended = try await client.send(.delete, path, own[0].token).expect(200).document()
      #expect(ended["endReason"] as? String == "revoked")
      try await client.send(.get, "session", own[1].token).expect(401, "sessionEnded")
      // A second time it changes nothing.
      try await client.send(.delete, path, own[0].token).expect(200)
      for id in [other.sessionID, "x", String(own[0].sessionID.prefix(8))] {
        for method in [HTTPRequest.Method.get, .delete] {
          try await client.send(method, "sessions/\(id)", own[0].token).expect(404, "noSuchSession")
        }
      }
      try await client.send(.get, "session", other.token).expect(200)
      let list = try await client.send(.get, "sessions?state=ended", own[0].token).expect(200)
      #expect(try Self.ids(list, "sessions") == [own[1].sessionID])
    }
  }

  @Test(arguments: [("others", [0]), ("otherDevices", [0]), ("all", [])])
  func `are ended together`(which: String, left: [Int]) async throws {
    try await TestService().run { client in
      let (own, other) = try await Self.signIn(client)
      let answer = try await client.send(.delete, "sessions?which=\(which)", own[0].token)
      #expect(try Self.ids(answer.expect(200), "ended").count == 3 - left.count)
      for (number, device) in own.enumerated() {
        let status = left.contains(number) ? 200 : 401
        try await client.send(.get, "session", device.token).expect(status)
      }
      try await client.send(.get, "session", other.token).expect(200)
    }
  }

  @Test func `are not ended without saying which`() async throws {
    try await TestService().run { client in
      let own = try await client.signIn("mina")
      for query in ["", "?which=", "?which=mine"] {
        try await client.send(.delete, "sessions\(query)", own.token).expect(400, "invalidRequest")
      }
      try await client.send(.get, "session", own.token).expect(200)
    }
  }
}
#endif
