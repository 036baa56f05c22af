/// Selects the account that ``AccountRepository/activate(_:in:)`` makes active.
public enum SwitchTarget: Hashable, Sendable {
  /// The account that holds a nickname, to which it leads as for ``NicknameRepository/signIn(_:)``.
  case holder(of: NicknameReference)

  /// The account with an ID, whatever its nickname is now.
  case account(AccountID)

  /// The only account that is signed in on the device and not active there.
  case onlyOther
}
