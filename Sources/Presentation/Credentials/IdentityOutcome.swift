public import MonikerDomain

/// Who an identity token identifies.
public struct IdentityOutcome: Outcome, Hashable {
  private let nickname: Nickname
  private let accountID: AccountID
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - nickname: the nickname of the account.
  ///   - accountID: its ID.
  ///   - store: the description of the store.
  public init(nickname: Nickname, accountID: AccountID, store: StoreDescription) {
    self.nickname = nickname
    self.accountID = accountID
    self.store = store
  }

  /// Whether a subject can be the account.
  func isOf(_ subject: SessionSubject) -> Bool {
    subject.matches(accountID, holding: nickname)
  }

  /// The nickname.
  public var text: String { nickname.text }

  /// True.
  public var isExact: Bool { true }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case nickname, accountID, store
  }

  /// Encodes `nickname`, `accountID` and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nickname.text, forKey: .nickname)
    try container.encode(accountID.description, forKey: .accountID)
    try container.encode(store, forKey: .store)
  }
}
