/// Where accounts are kept, to be listed, removed, and made the active one.
///
/// What is said of ``NicknameRepository`` holds here too: whole intentions, all or nothing, and
/// what was returned is kept. All are faces of one store.
public protocol AccountRepository: Sendable {
  /// All accounts with their sessions, in the order in which the accounts were made, as of one
  /// moment.
  ///
  /// - Returns: an empty array in a store that was never written to.
  /// - Throws: ``AccountError/store(_:)``.
  func accountEntries() async throws(AccountError) -> [AccountEntry]

  /// Makes the session of an account the active one.
  ///
  /// - No session is opened, ended or renewed by it: the one that was active stays open.
  /// - Where the account's session is active already, nothing changes.
  ///
  /// - Parameters:
  ///   - reference: whose nickname is meant; it leads to its account as it does for
  ///     ``NicknameRepository/signIn(_:)``.
  ///   - time: the present, by which expiry is judged.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notSignedIn(_:)`` for an account
  ///   without a session; ``AccountError/sessionExpired(_:)`` for one whose session has expired by
  ///   `time`; ``AccountError/store(_:)``.
  func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) async throws(AccountError) -> Activation

  /// Removes an account with its session.
  ///
  /// - Its nickname is free at once, for anybody and any account.
  /// - If its session was active, no session is active after it. Other accounts and sessions stay as
  ///   they are, and in their order.
  ///
  /// - Parameter id: the account, whatever its nickname has become meanwhile.
  /// - Returns: what is gone; nil, and nothing was changed, where there is no such account.
  /// - Throws: ``AccountError/store(_:)``.
  func remove(_ id: AccountID) async throws(AccountError) -> AccountRemoval?
}
