extension Nickname {
  /// The nickname that an account has once it has claimed this one, the same in every store.
  ///
  /// - Parameters:
  ///   - own: the account's nickname so far; nil if it has none.
  ///   - holder: another account that is known by this key or this spelling, if there is one.
  ///   - lookalike: another account whose nickname this one resembles, if there is one.
  /// - Returns: this one, or the account's own if that is as it was typed and has lapsed.
  /// - Throws: ``ClaimRefusal``, by which a store keeps everything as it is.
  public func claimed(
    over own: Nickname?,
    holder: Account?,
    lookalike: Account?
  ) throws(ClaimRefusal) -> Nickname {
    if let holder {
      // The account's own nickname will do, even where its claim has lapsed.
      guard let own, own.key == spellingKey else { throw .taken(by: holder) }
      return own
    }
    if let lookalike {
      // Whoever looks like another already may stay as it is.
      guard let own, own.key == key, own.spellingKey == spellingKey else {
        throw .resembles(lookalike)
      }
      return own
    }
    return self
  }
}
