public import MonikerDomain

/// A recovery key that was replaced; the key itself is shown apart, and never here.
public struct RecoveryKeyOutcome: Outcome, Hashable {
  private let account: Account
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - account: the account of the key.
  ///   - store: the description of the store.
  public init(_ account: Account, store: StoreDescription) {
    self.account = account
    self.store = store
  }

  /// A sentence.
  public var text: String {
    "The recovery key of \(account.nickname.text.visible) is replaced; the former one is void."
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: CodingKey {
    case recoveryKeyReplaced, nickname, store
  }

  /// Encodes `recoveryKeyReplaced`, which is true, `nickname` and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .recoveryKeyReplaced)
    try container.encode(account.nickname.text, forKey: .nickname)
    try container.encode(store, forKey: .store)
  }
}
