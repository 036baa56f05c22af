/// Something that has happened in a store.
public struct HistoryEvent: Hashable, Sendable {
  /// What has happened; the raw values are what stores keep and never change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An account was made.
    case accountAdded
    /// A session was opened, and became the active one.
    case signedIn
    /// A session was ended by signing out.
    case signedOut
    /// A session ran out.
    case expired
    /// A session was ended as one of a list.
    case revoked
    /// A session that was open became the active one.
    case switched
    /// An account got another nickname.
    case renamed
    /// An account was removed, with its sessions.
    case accountRemoved
  }

  /// The place in the order of all events of the store: from 1 on, without gaps.
  public let sequence: Int

  /// When, by the clock of the caller; of ``Kind/expired`` when the session ran out, which is before
  /// that was recorded, and may be before the event before this one.
  public let time: Timestamp

  /// What.
  public let kind: Kind

  /// To which account.
  public let accountID: AccountID

  /// How its nickname was written when it had happened.
  public let nickname: String

  /// How it was written before a renaming.
  public let earlierNickname: String?

  /// To which session; nil where it is about none.
  public let sessionID: SessionID?

  /// Where it was done; nothing is known of it where nobody did it.
  public let origin: Origin

  /// Makes the value.
  public init(
    sequence: Int,
    time: Timestamp,
    kind: Kind,
    accountID: AccountID,
    nickname: String,
    earlierNickname: String? = nil,
    sessionID: SessionID?,
    origin: Origin
  ) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.accountID = accountID
    self.nickname = nickname
    self.earlierNickname = earlierNickname
    self.sessionID = sessionID
    self.origin = origin
  }
}
