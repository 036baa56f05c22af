extension Sequence<Account> {
  /// Returns the account that holds a nickname; nil if none does.
  package func holder(of reference: NicknameReference) -> Account? {
    first { $0.nickname.key == reference.key }
  }
}
