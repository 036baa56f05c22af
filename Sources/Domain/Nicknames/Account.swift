/// The permanent identity of an account; nothing is ever keyed by a nickname.
public typealias AccountID = Identifier<Account>

/// A person, as known here: an identity that never changes and the nickname that it holds now.
public struct Account: Hashable, Sendable {
  /// The identity, which outlives every renaming.
  public let id: AccountID

  /// The nickname that this account holds; no other account of the same store holds one that
  /// makes the same claim.
  public let nickname: Nickname

  /// When the account claimed its first nickname.
  public let createdAt: Timestamp

  /// Makes the value; it says nothing about any store.
  public init(id: AccountID, nickname: Nickname, createdAt: Timestamp) {
    self.id = id
    self.nickname = nickname
    self.createdAt = createdAt
  }
}
