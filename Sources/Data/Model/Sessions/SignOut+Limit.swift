package import MonikerDomain

extension SignOut {
  /// Makes a sign-out that names the first `limit` sessions that stayed open.
  ///
  /// - Parameter open: all open sessions, or at least one more than `limit`.
  package init(ended: AccountSession?, open: [AccountSession], limit: Int) {
    let named = open.prefix(max(0, limit))
    self.init(ended: ended, stillOpen: Array(named), moreAreOpen: open.count > named.count)
  }
}
