#if Server
import HTTPTypes
import Testing

@testable import MonikerServer

/// A change of the owner of a ``World``, which its caller may repeat with a key.
struct RepeatableChange: Sendable, CustomTestStringConvertible {
  let method: HTTPRequest.Method
  let path: String
  var body: String?
  var headers = HTTPFields()
  /// Whether another account is signed in on the owner's device before.
  var isSwitch = false

  var testDescription: String { "\(method) \(path)" }

  static let all = [
    RepeatableChange(method: .delete, path: "session"),
    RepeatableChange(
      method: .put,
      path: "session/nickname",
      body: #"{"nickname":"nari"}"#
    ),
    RepeatableChange(method: .delete, path: "sessions?which=all"),
    RepeatableChange(method: .delete, path: "sessions/$sessionID"),
    RepeatableChange(
      method: .put,
      path: "accounts/active",
      body: #"{"accountID":"$accountID"}"#,
      isSwitch: true
    ),
    RepeatableChange(
      method: .delete,
      path: "account",
      body: #"{"nickname":"$nickname","recoveryKey":"$recoveryKey"}"#
    ),
    RepeatableChange(
      method: .put,
      path: "profile",
      body: #"{"title":"new","description":""}"#,
      headers: [.ifMatch: "$entityTag"]
    ),
    RepeatableChange(
      method: .post,
      path: "links/approve",
      body: #"{"userCode":"$userCode","accountID":"$accountID"}"#
    ),
    RepeatableChange(method: .post, path: "links/deny", body: #"{"userCode":"$userCode"}"#),
  ]

  /// The same request for something else.
  var other: RepeatableChange {
    var other = self
    if let body {
      other.body = body + " "
      return other
    }
    return RepeatableChange(
      method: method,
      path: path + (path.contains("?") ? "&" : "?") + "more",
      headers: headers
    )
  }

  /// Prepares a world, and returns the token of the owner's device.
  func prepare(_ world: World) async throws -> String {
    guard isSwitch else { return world.owner.token }
    return try SignedIn(
      try await world.client.send(
        .post,
        "sessions",
        world.owner.token,
        body: #"{"nickname":"nari"}"#
      ).expect(201)
    ).token
  }

  /// Sends the request with a key.
  func send(_ world: World, _ token: String) async throws -> Answer {
    var headers: HTTPFields = [.idempotencyKey: "0123456789abcdefABCDEF"]
    for field in self.headers { headers[field.name] = world.filled(field.value) }
    return try await world.client.send(
      method,
      world.filled(path),
      token,
      body: body.map(world.filled),
      headers: headers
    )
  }
}
#endif
