/// Selects the session that a call uses, of those on its device.
public enum SessionSubject: Hashable, Sendable {
  /// The active session of the device.
  case active

  /// The session on the device of the account that holds a nickname, even if another session is active.
  case holder(of: NicknameReference)

  /// The session on the device of the account with an ID, likewise: a renaming in between does not matter.
  case account(AccountID)

  /// Whether the subject can be an account; ``active`` can be any.
  ///
  /// - Parameters:
  ///   - id: the ID of the account.
  ///   - nickname: its nickname.
  public func matches(_ id: AccountID, holding nickname: Nickname) -> Bool {
    switch self {
    case .active: true
    case .account(let wanted): wanted == id
    case .holder(let reference): reference.means(NicknameReference(nickname))
    }
  }
}
