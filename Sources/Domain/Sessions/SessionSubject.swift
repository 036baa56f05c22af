/// Selects the session that a call uses, of those on its device.
public enum SessionSubject: Hashable, Sendable {
  /// The active session of the device.
  case active

  /// The session on the device of the account that holds a nickname, even if another session is active.
  case holder(of: NicknameReference)

  /// The session on the device of the account with an ID, likewise: a renaming in between does not matter.
  case account(AccountID)
}
