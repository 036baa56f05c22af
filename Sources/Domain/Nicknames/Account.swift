/// The permanent ID of an account; records refer to accounts by ID, never by nickname.
public typealias AccountID = Identifier<Account>

/// An account of a person: an ID that never changes, and the nickname that it holds now.
public struct Account: Hashable, Sendable, Identifiable, Codable {
  /// The ID, which renaming does not change.
  public let id: AccountID

  /// The nickname of the account; no other account of the store holds one with the same key.
  public let nickname: Nickname

  /// The time when the account was added and claimed its first nickname.
  public let createdAt: Timestamp

  /// Creates the value, which need not exist in any store.
  public init(id: AccountID, nickname: Nickname, createdAt: Timestamp) {
    self.id = id
    self.nickname = nickname
    self.createdAt = createdAt
  }
}
