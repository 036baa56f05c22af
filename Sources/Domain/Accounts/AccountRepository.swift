/// Where accounts are kept, to be listed, removed, and made the active one.
///
/// What is said of ``NicknameRepository`` holds here too: whole intentions, all or nothing, and
/// what was returned is kept. All are faces of one store.
public protocol AccountRepository: Sendable {
  /// All accounts with their sessions, in the order in which the accounts were made, as of one
  /// moment.
  ///
  /// - Returns: a list without entries in a store that was never written to.
  /// - Throws: ``AccountError/store(_:)``.
  func accountList() async throws(AccountError) -> AccountList

  /// Makes the session of an account the active one, with ``HistoryEvent/Kind/switched``.
  ///
  /// - No session is opened, ended or renewed by it: the one that was active stays open.
  /// - Where the account's session is active already, nothing changes.
  ///
  /// - Parameters:
  ///   - reference: whose nickname is meant; it leads to its account as it does for
  ///     ``NicknameRepository/signIn(_:)``.
  ///   - context: the present.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notSignedIn(_:)`` for an account
  ///   without a session; ``AccountError/sessionEnded(_:)`` for one whose session has ended;
  ///   ``AccountError/store(_:)``.
  func activate(
    _ reference: NicknameReference,
    at context: RequestContext
  ) async throws(AccountError) -> Activation

  /// Removes an account with all of its sessions, with ``HistoryEvent/Kind/accountRemoved`` about the one
  /// that was open.
  ///
  /// - Its nickname is free at once, for anybody and any account.
  /// - If its session was active, no session is active after it. Other accounts and sessions stay as
  ///   they are, and in their order.
  ///
  /// - Parameters:
  ///   - id: the account, whatever its nickname has become meanwhile.
  ///   - context: the present.
  /// - Returns: what is gone; nil, and nothing was changed, where there is no such account.
  /// - Throws: ``AccountError/store(_:)``.
  func remove(
    _ id: AccountID,
    at context: RequestContext
  ) async throws(AccountError) -> AccountRemoval?
}
