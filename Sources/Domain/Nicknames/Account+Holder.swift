extension Sequence<Account> {
  /// The account that holds a nickname.
  package func holder(of reference: NicknameReference) -> Account? {
    first { $0.nickname.key == reference.key }
  }
}
