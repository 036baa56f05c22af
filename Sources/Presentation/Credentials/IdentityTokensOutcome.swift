public import MonikerDomain

/// The identity tokens of an account.
public struct IdentityTokensOutcome: Outcome, Hashable {
  private let tokens: [IdentityToken]
  private let account: Account
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - tokens: the valid tokens.
  ///   - account: the account that they identify.
  ///   - store: the description of the store.
  public init(_ tokens: [IdentityToken], of account: Account, store: StoreDescription) {
    self.tokens = tokens
    self.account = account
    self.store = store
  }

  /// A line for each token.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    guard !tokens.isEmpty else {
      return "\(account.nickname.text.visible) has no identity tokens."
    }
    let lines = tokens.map { token in
      [
        "\(token.id)", token.issuedAt.minutes(in: zone),
        token.expiresAt?.minutes(in: zone) ?? "never", token.label?.visible ?? "",
      ]
    }
    return TextTable.text([["ID", "ISSUED", "EXPIRES", "LABEL"]] + lines)
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case identityTokens, nickname, store
  }

  /// Encodes `identityTokens`, each with `identityTokenID`, `label`, `issuedAt` and `expiresAt`; `nickname`; and
  /// `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account.nickname.text, forKey: .nickname)
    try container.encode(store, forKey: .store)
    try container.encode(tokens.map { TokenFields(token: $0) }, forKey: .identityTokens)
  }
}

/// An identity token that was issued, with the token itself, which nobody gets again.
public struct IdentityTokenOutcome: Outcome, Hashable {
  private let token: IdentityToken
  private let secret: String
  private let account: Account
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - token: what is kept of it.
  ///   - secret: the token itself.
  ///   - account: the account that it identifies.
  ///   - store: the description of the store.
  public init(
    _ token: IdentityToken,
    secret: String,
    of account: Account,
    store: StoreDescription
  ) {
    self.token = token
    self.secret = secret
    self.account = account
    self.store = store
  }

  /// The token alone, for programs.
  public var text: String { secret }

  /// True.
  public var isExact: Bool { true }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case token, nickname, store
  }

  /// Encodes `token`, `nickname`, `store`, and the fields of the token as a list has them.
  public func encode(to encoder: any Encoder) throws {
    try TokenFields(token: token).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(secret, forKey: .token)
    try container.encode(account.nickname.text, forKey: .nickname)
    try container.encode(store, forKey: .store)
  }
}

extension IdentityTokenOutcome: CustomReflectable {
  /// A mirror without children, of which one is a secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An identity token that was revoked.
public struct IdentityTokenRevokedOutcome: Outcome, Hashable {
  private let token: IdentityToken
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - store: the description of the store.
  public init(_ token: IdentityToken, store: StoreDescription) {
    self.token = token
    self.store = store
  }

  /// A sentence.
  public var text: String {
    let label = token.label.map { " (\($0.visible))" } ?? ""
    return "The identity token \(token.id)\(label) is revoked."
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: CodingKey {
    case revoked, store
  }

  /// Encodes `revoked`, the ID of the token, and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(token.id.description, forKey: .revoked)
    try container.encode(store, forKey: .store)
  }
}

/// An identity token in JSON.
private struct TokenFields: Encodable {
  let token: IdentityToken

  private enum CodingKeys: CodingKey {
    case identityTokenID, label, issuedAt, expiresAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(token.id.description, forKey: .identityTokenID)
    try container.encode(token.label, forKey: .label)
    try container.encode(token.issuedAt.rfc3339, forKey: .issuedAt)
    try container.encode(token.expiresAt?.rfc3339, forKey: .expiresAt)
  }
}
