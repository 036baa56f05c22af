#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerServer

/// A service with an owner of things, and with others who ask for them.
struct World: Sendable {
  /// Who asks.
  enum Caller: String, CaseIterable, Sendable {
    case nobody, wrongToken, forgottenDevice, identityToken, signedOut, expired, ended
    /// Another person who says that the request means the owner's account.
    case otherNaming
    /// Another person who is signed in.
    case other
    case owner
  }

  let service: TestService
  let client: Client
  let owner: SignedIn
  /// The owner's IDs and secrets, by their names in requests.
  let values: [String: String]
  private let tokens: [Caller: String]

  /// Makes accounts, devices, tokens and a link.
  init(_ service: TestService, _ client: Client) async throws {
    (self.service, self.client) = (service, client)
    func token(of nickname: String, _ more: String = "") async throws -> String {
      try await client.signIn(nickname, more).token
    }
    owner = try await client.signIn("gildong")
    let issued = try await client.send(.post, "identity-tokens", owner.token, body: "{}")
      .expect(201).document()
    let empty = try await client.send(.get, "profile", owner.token).expect(200)
    let saved = try await client.send(
      .put,
      "profile",
      owner.token,
      body: #"{"title":"the title of gildong","description":"","pictureID":"7k3f9mxa"}"#,
      headers: [.ifMatch: try #require(empty.headers[.eTag])]
    ).expect(200)
    let link = try await client.send(.post, "links", body: #"{"device":{"label":"TV"}}"#)
      .expect(201).document()
    values = [
      "$nickname": "gildong", "$accountID": owner.accountID, "$sessionID": owner.sessionID,
      "$deviceID": owner.deviceID, "$recoveryKey": try #require(owner.recoveryKey),
      "$identityTokenID": try #require(issued["id"] as? String),
      "$deviceCode": try #require(link["deviceCode"] as? String),
      "$userCode": try #require(link["userCode"] as? String),
      "$entityTag": try #require(saved.headers[.eTag]),
    ]
    var tokens: [Caller: String] = [
      .owner: owner.token, .wrongToken: owner.token + "x", .other: try await token(of: "zoe"),
      .forgottenDevice: try await token(of: "ada"), .signedOut: try await token(of: "bob"),
      .expired: try await token(of: "eve", #","expiresIn":5"#),
    ]
    tokens[.otherNaming] = tokens[.other]
    try await client.send(.delete, "device", tokens[.forgottenDevice]).expect(200)
    try await client.send(.delete, "session", tokens[.signedOut]).expect(200)
    service.clock.advance(by: 5_000)
    let ida = try await client.signIn("ida")
    tokens[.identityToken] =
      try await client.send(.post, "identity-tokens", ida.token, body: "{}").expect(201)
      .document()["token"] as? String
    let key = try #require(ida.recoveryKey)
    let second = try await client.signIn("ida", #","proof":{"recoveryKey":"\#(key)"}"#)
    try await client.send(.delete, "sessions/\(second.sessionID)", ida.token).expect(200)
    tokens[.ended] = second.token
    self.tokens = tokens
    // The first use of a token changes the store.
    for token in tokens.values { _ = try await client.send(.get, "accounts", token) }
  }

  /// Makes a request as somebody; a stream is ended by forgetting the device once it has begun.
  func send(
    _ request: APIRequest,
    as caller: Caller,
    headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    for field in request.headers { headers[field.name] = filled(field.value) }
    if caller == .otherNaming { headers[.monikerAccount] = owner.accountID }
    async let answer = client.send(
      request.method,
      filled(request.path),
      tokens[caller],
      body: request.body.map(filled),
      headers: headers
    )
    if request.isStream, request.expected(for: caller) == "200" {
      try await poll { service.metrics.text.contains("moniker_event_streams 1\n") }
      try await client.send(.delete, "device", tokens[caller]).expect(200)
    }
    return try await answer
  }

  /// What the owner sees of their things.
  func view() async throws -> [String] {
    var texts: [String] = []
    for path in ["sessions", "accounts", "devices", "identity-tokens", "profile", "history"] {
      texts.append(try await client.send(.get, path, owner.token).expect(200).text)
    }
    return texts
  }

  /// A text with the owner's values in place of their names.
  func filled(_ text: String) -> String {
    values.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}

extension APIRequest {
  /// What somebody gets for it.
  func expected(for caller: World.Caller) -> String {
    switch caller {
    case .nobody: nobody
    case .wrongToken, .forgottenDevice: isBelowV1 ? "401 unauthorized" : nobody
    case .identityToken: identityToken
    case .signedOut: signedOut
    case .expired, .ended: ended
    case .other: other
    case .otherNaming: "409 accountChanged"
    case .owner: owner
    }
  }
}
#endif
