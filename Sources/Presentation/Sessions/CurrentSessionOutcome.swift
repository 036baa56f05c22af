public import MonikerDomain

/// The acting account: its nickname as text, and the whole session in JSON.
public struct CurrentSessionOutcome: Outcome, Hashable {
  let active: AccountSession
  let store: StoreDescription
  let actingAccount: ActingAccount
  /// When a service has told it, if it was not asked now.
  var toldAt: Timestamp?

  /// The account.
  public var account: Account { active.account }

  /// The nickname.
  public var text: String { active.account.nickname.text }

  /// True: a script that passes the nickname on needs it exactly.
  public var isExact: Bool { true }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case store, source, toldAt
  }

  /// Encodes the session's fields, `store`, and `source`: `flag`, the name of a variable,
  /// `projectFile` or `active`; and `toldAt`, if a service was not asked now.
  public func encode(to encoder: any Encoder) throws {
    try SessionFields(active: active).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    try container.encode(actingAccount.sourceName, forKey: .source)
    try container.encodeIfPresent(toldAt?.rfc3339, forKey: .toldAt)
  }
}
