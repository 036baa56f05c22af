/// A change that a store recorded.
public struct HistoryEvent: Hashable, Sendable, Codable {
  /// The kind of change; stores keep the raw values, which never change.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An account was added.
    case accountAdded
    /// A session was opened and became the active one.
    case signedIn
    /// The account signed out of a session.
    case signedOut
    /// A session expired.
    case expired
    /// A session was revoked.
    case revoked
    /// An open session became the active one.
    case switched
    /// The nickname of an account was changed.
    case renamed
    /// The profile of an account was changed.
    case profileChanged
    /// The recovery key of an account was replaced, or removed.
    case recoveryKeyReplaced
    /// An account was suspended.
    case suspended
    /// The suspension of an account has ended.
    case resumed
    /// An account and its sessions were removed.
    case accountRemoved
  }

  /// The maximum number of events of an account that one change removes because of the history limit:
  /// 1000.
  ///
  /// Removing a million events at once takes many seconds, in which other users of the store fail.
  public static let maximumRemovals = 1_000

  /// The event number, from 1 on: later events of the same account have greater numbers.
  public let sequence: Int

  /// The time of the request that caused the event.
  ///
  /// The time of ``Kind/expired`` is the expiry time of the session. It is before the time of
  /// recording, and may be before the time of the preceding event.
  public let time: Timestamp

  /// The kind of change.
  public let kind: Kind

  /// The ID of the account.
  public let accountID: AccountID

  /// The nickname of the account after the change, in its spelling at that time; nil after the
  /// account was removed.
  public let nickname: String?

  /// The nickname before a renaming; nil for other kinds, and after the account was removed.
  public let earlierNickname: String?

  /// The ID of the session; nil if the event concerns none.
  public let sessionID: SessionID?

  /// The device of the request; for ``Kind/expired``, that of the session.
  public let deviceID: DeviceID

  /// The origin of the request; empty for ``Kind/expired``, which no request causes, and after the
  /// account was removed.
  public let origin: Origin

  /// Creates the value.
  public init(
    sequence: Int,
    time: Timestamp,
    kind: Kind,
    accountID: AccountID,
    nickname: String?,
    earlierNickname: String? = nil,
    sessionID: SessionID?,
    deviceID: DeviceID,
    origin: Origin
  ) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.accountID = accountID
    self.nickname = nickname
    self.earlierNickname = earlierNickname
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.origin = origin
  }

  /// The event without its texts, as it is kept after its account was removed.
  package var erased: HistoryEvent {
    HistoryEvent(
      sequence: sequence,
      time: time,
      kind: kind,
      accountID: accountID,
      nickname: nil,
      sessionID: sessionID,
      deviceID: deviceID,
      origin: Origin()
    )
  }
}

extension HistoryEvent.Kind {
  /// The kinds of events that only somebody who uses the account, or its operator, causes.
  package static let uses: [Self] = [
    .signedIn, .signedOut, .switched, .renamed, .profileChanged, .recoveryKeyReplaced,
  ]
}
