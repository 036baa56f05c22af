#if Server
import HTTPTypes
import MonikerDoubles
import Testing

@testable import MonikerServer

/// A request that succeeds when the owner makes it, and what others get for it.
///
/// In the texts, names of a ``World`` that begin with `$` stand for the owner's IDs and secrets.
struct APIRequest: Sendable {
  var method: HTTPRequest.Method
  /// The path below `/v1`, or from `//` on below the root.
  let path: String
  var body: String?
  var headers = HTTPFields()

  /// What the owner gets: a status.
  var owner = "200"
  /// What a device gets on which another person is signed in.
  let other: String
  /// What somebody without a token gets.
  var nobody = "401 unauthorized"
  /// What an identity token of another person gets.
  var identityToken = "403 identityToken"
  /// What a device gets on which nobody is signed in.
  var signedOut = "401 notSignedIn"
  /// What a device gets whose session has ended.
  var ended = "401 sessionEnded"

  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ body: String? = nil,
    other: String = "200"
  ) {
    self.method = method
    self.path = path
    self.body = body
    self.other = other
  }

  /// The operation of the document that it is a request for.
  var operation: APIDocument.Operation {
    get throws {
      let uri = isBelowV1 ? "/v1/" + path : String(path.dropFirst())
      return try #require(try APIDocument.served.get().operation(method, uri), "\(method) \(uri)")
    }
  }

  /// Whether the operation is one of the API, and not one for operating the service.
  var isBelowV1: Bool { !path.hasPrefix("//") }

  /// Whether a success is an answer without an end.
  var isStream: Bool { path == "events" }
}

extension APIRequest {
  /// At least one request for each operation.
  static let all: [APIRequest] = signingIn + own + links + operating

  private static let signingIn: [APIRequest] = [
    APIRequest(.post, "sessions", #"{"nickname":"$nickname"}"#, other: "403 proofRequired")
      .with {
        $0.owner = "201"
        $0.nobody = $0.other
        $0.signedOut = $0.other
        $0.ended = $0.other
      },
    APIRequest(.post, "sessions", #"{"proof":{"link":"$deviceCode"}}"#, other: "404 noSuchLink")
      .with {
        // The link is that of another device.
        $0.owner = "404 noSuchLink"
        $0.signedOut = $0.other
        $0.ended = $0.other
      },
    APIRequest(.get, "session").with { $0.identityToken = "200" },
    APIRequest(.delete, "session"),
    APIRequest(.put, "session/nickname", #"{"nickname":"$nickname"}"#, other: "409 nicknameTaken"),
    APIRequest(.get, "nicknames/$nickname").forEverybody("200"),
  ]

  private static let own: [APIRequest] = [
    APIRequest(.get, "sessions"),
    APIRequest(.delete, "sessions?which=all"),
    APIRequest(.get, "sessions/$sessionID", other: "404 noSuchSession"),
    APIRequest(.delete, "sessions/$sessionID", other: "404 noSuchSession"),
    APIRequest(.get, "accounts").forDevices("200"),
    APIRequest(
      .put,
      "accounts/active",
      #"{"accountID":"$accountID"}"#,
      other: "404 noSuchAccount"
    ).with {
      $0.signedOut = $0.other
      $0.ended = $0.other
    },
    APIRequest(
      .delete,
      "account",
      #"{"nickname":"$nickname","recoveryKey":"$recoveryKey"}"#,
      // The nickname is not that of their own account.
      other: "422 usage"
    ),
    // The link is that of another device.
    APIRequest(
      .delete,
      "account",
      #"{"nickname":"$nickname","link":"$deviceCode"}"#,
      other: "404 noSuchLink"
    ).with { $0.owner = $0.other },
    APIRequest(
      .put,
      "account/recovery-key",
      #"{"link":"$deviceCode"}"#,
      other: "404 noSuchLink"
    ).with { $0.owner = $0.other },
    APIRequest(
      .put,
      "account/recovery-key",
      #"{"recoveryKey":"$recoveryKey"}"#,
      other: "403 proofRequired"
    ),
    APIRequest(.get, "devices").forDevices("200"),
    APIRequest(.delete, "device").forDevices("200"),
    APIRequest(.post, "device/token", "{}", other: "201").forDevices("201"),
    APIRequest(.get, "identity-tokens"),
    APIRequest(.post, "identity-tokens", #"{"label":"wiki"}"#, other: "201")
      .with { $0.owner = "201" },
    APIRequest(.delete, "identity-tokens/$identityTokenID", other: "404 noSuchIdentityToken")
      .with { $0.owner = "204" },
    APIRequest(.get, "profile"),
    APIRequest(
      .put,
      "profile",
      #"{"title":"new","description":""}"#,
      other: "412 profileConflict"
    ).with { $0.headers = [.ifMatch: "$entityTag"] },
    APIRequest(.get, "photos?count=2").forDevices("200"),
    APIRequest(.get, "photos/7k3f9mxa").forDevices("200"),
    APIRequest(.get, "photos/7k3f9mxa/image").forDevices("200"),
    APIRequest(.get, "history"),
    APIRequest(.get, "events").forDevices("200"),
  ]

  private static let links: [APIRequest] = [
    APIRequest(.post, "links", "{}", other: "201").forDevices("201").with { $0.nobody = "201" },
    // Who has the user code may see who asks, and refuse: it names no account.
    APIRequest(.post, "links/lookup", #"{"userCode":"$userCode"}"#)
      .with { $0.ended = "401 notSignedIn" },
    APIRequest(
      .post,
      "links/approve",
      #"{"userCode":"$userCode","accountID":"$accountID"}"#,
      other: "404 noSuchAccount"
    ).with { $0.owner = "204" },
    APIRequest(.post, "links/deny", #"{"userCode":"$userCode"}"#, other: "204").with {
      $0.owner = "204"
      $0.ended = "401 notSignedIn"
    },
  ]

  private static let operating: [APIRequest] = [
    APIRequest(.get, "//health/live").forEverybody("200"),
    APIRequest(.get, "//health/ready").forEverybody("200"),
    APIRequest(.get, "//openapi.json").forEverybody("200"),
    // The tests' client has no address.
    APIRequest(.get, "//metrics", other: "403 foreignClient").forEverybody("403 foreignClient"),
  ]

  private func with(_ change: (inout APIRequest) -> Void) -> APIRequest {
    var copy = self
    change(&copy)
    return copy
  }

  /// The same for every device, whoever is signed in on it.
  private func forDevices(_ expected: String) -> APIRequest {
    with {
      $0.owner = expected
      $0.signedOut = expected
      $0.ended = expected
    }
  }

  /// The same for whoever asks.
  private func forEverybody(_ expected: String) -> APIRequest {
    forDevices(expected).with {
      $0.nobody = expected
      $0.identityToken = expected
    }
  }
}
#endif
