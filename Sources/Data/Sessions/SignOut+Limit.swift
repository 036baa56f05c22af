import MonikerDomain

extension SignOut {
  /// A sign-out that names the first `limit` of the sessions that stayed open.
  ///
  /// - Parameter open: all of them, or at least one more than `limit`.
  init(ended: AccountSession?, open: [AccountSession], limit: Int) {
    let named = open.prefix(max(0, limit))
    self.init(ended: ended, stillOpen: Array(named), moreAreOpen: open.count > named.count)
  }
}
