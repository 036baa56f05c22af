/// The port by which the operator of a shared store bars accounts, and clears away what nobody uses.
///
/// The general laws of ``NicknameRepository`` apply. Every call needs a scope that has everything: for a
/// device there is nothing here.
///
/// - While an account is suspended, nobody signs in to it, its identity tokens identify nobody, and a link
///   that was approved for it is void. Its nickname stays its own.
/// - Copies, exports and backups contain suspensions.
public protocol SuspensionRepository: Sendable {
  /// Suspends an account, and records ``HistoryEvent/Kind/suspended``.
  ///
  /// - Its open sessions on all devices are revoked before, in the order of their opening, each with
  ///   ``HistoryEvent/Kind/revoked``.
  /// - If it is suspended, nothing changes.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - context: the request context.
  /// - Returns: the sessions that the call ended, in their state after it.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry]

  /// Ends the suspension of an account, and records ``HistoryEvent/Kind/resumed``.
  ///
  /// - The sessions that the suspension has ended stay ended.
  /// - If the account is not suspended, nothing changes.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - context: the request context.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  func resume(_ id: AccountID, in context: RequestContext) async throws(AccountError)

  /// Returns the oldest accounts that nobody has used since the day of their creation.
  ///
  /// - It changes nothing. At most ``AccountError/maximumCandidates`` accounts are returned.
  /// - An account was used if one of these was a day after its creation or later: it has signed in; its history
  ///   has a sign-out, a switch, a renaming, or a change of its profile or its key; a session of it was last
  ///   seen, or may have been used on a device that has used its token. A session without an idle timeout may
  ///   have been used until it ended, any other one for a ``Session/renewalInterval`` after it was last seen.
  /// - An account with an identity token that was valid a day after its creation counts as used: no store
  ///   records the uses of a token.
  /// - An account whose history does not begin with ``HistoryEvent/Kind/accountAdded`` counts as used: the history
  ///   limit may have removed what told of its use.
  ///
  /// - Parameters:
  ///   - end: accounts that were created at this time or later are not returned.
  ///   - scope: the scope of the call.
  /// - Throws: ``AccountError/store(_:)``.
  func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) async throws(AccountError) -> [Account]

  /// Returns until when a quota refuses another account, so that a service refuses it without a write.
  ///
  /// - It changes nothing, and has no scope.
  ///
  /// - Parameter quota: the quota.
  /// - Returns: nil if it refuses none.
  /// - Throws: ``AccountError/store(_:)``.
  func refusal(by quota: SignUpQuota) async throws(AccountError) -> Timestamp?

  /// Forgets those of some registered devices on which nobody was ever signed in.
  ///
  /// - A device is forgotten if it was registered before a time, has no session, open or ended, and has
  ///   issued no identity token.
  /// - The call looks at the given devices alone: in a store with many of them, a look at all would keep
  ///   other changes waiting.
  ///
  /// - Parameters:
  ///   - ids: the devices; what is no registered device is passed over.
  ///   - end: devices that were registered at this time or later are kept.
  ///   - context: the request context.
  /// - Returns: how many devices were forgotten.
  /// - Throws: ``AccountError/store(_:)``.
  func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async throws(AccountError) -> Int
}

extension Account {
  /// How long after its creation an account must have been used to count as used: a day.
  public static let trial = Duration.seconds(86_400)
}
