extension Sequence<Account> {
  /// The account that a nickname leads to: by its exact spelling before what it is compared by.
  package func holder(of reference: NicknameReference) -> Account? {
    first { $0.nickname.key == reference.spelling } ?? first { $0.nickname.key == reference.key }
  }
}
