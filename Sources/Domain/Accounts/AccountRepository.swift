/// The port that lists, removes and activates accounts.
///
/// The general laws of ``NicknameRepository`` apply: each change is atomic, and what a call has
/// returned is kept. One object conforms to all ports of a store.
public protocol AccountRepository: Sendable {
  /// Returns a page of the accounts in a scope with their sessions on the caller's device, in the order
  /// of creation.
  ///
  /// - Parameters:
  ///   - page: selects the page.
  ///   - scope: the scope of the call.
  /// - Returns: a page without entries for a store that was never written to. The end of an expired
  ///   session may not be recorded yet.
  /// - Throws: ``AccountError/store(_:)``, with ``StoreFailure/Reason/unsupported`` for a cursor that is
  ///   not one of this list.
  func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry>

  /// Returns the account that holds a nickname.
  ///
  /// - Parameters:
  ///   - reference: the nickname, which leads to its account as it does for
  ///     ``NicknameRepository/signIn(_:)``.
  ///   - scope: the scope of the call.
  /// - Returns: nil if no account in the scope holds it.
  /// - Throws: ``AccountError/store(_:)``.
  func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account?

  /// Returns the account with an ID.
  ///
  /// - Returns: nil if no account in the scope has it.
  /// - Throws: ``AccountError/store(_:)``.
  func account(_ id: AccountID, in scope: StoreScope) async throws(AccountError) -> Account?

  /// Makes the session of an account on the device the active one there, and records ``HistoryEvent/Kind/switched``.
  ///
  /// - The call opens, ends and renews no session.
  /// - If the account's session is already active, nothing changes.
  /// - The target is found in the step that makes it active.
  ///
  /// - Parameters:
  ///   - target: selects the account.
  ///   - context: the request context.
  /// - Throws: ``AccountError/noSuchAccount(_:)``, with the nickname or the ID;
  ///   ``AccountError/notSignedIn(_:)`` for an account without a session;
  ///   ``AccountError/sessionEnded(_:)`` for an account whose session has ended;
  ///   ``AccountError/ambiguous(_:)`` for ``SwitchTarget/onlyOther``, unless exactly one other
  ///   account is signed in; ``AccountError/store(_:)``.
  func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation

  /// Removes an account with all its sessions, and records ``HistoryEvent/Kind/accountRemoved``.
  ///
  /// - The event names the account's open session on the device, if it has one.
  /// - The nicknames, hosts and terminals in all events of the account are erased, in this event, too.
  /// - The nickname rests from the present time on, as ``NicknameRepository/assign(_:to:in:)`` defines.
  /// - A device on which the account's session was active has no active session afterwards. Other
  ///   accounts and sessions, and their order, are unchanged.
  ///
  /// - Parameters:
  ///   - id: the ID of the account, whose nickname may have changed meanwhile.
  ///   - proof: the recovery key, or a link for ``LinkPurpose/removal``. See ``SignInProof``.
  ///   - context: the request context.
  /// - Returns: the removed account; nil if there is no such account in the scope, and nothing was
  ///   changed.
  /// - Throws: ``AccountError/proofDemanded(_:)`` if the proof is missing or wrong;
  ///   ``AccountError/store(_:)``.
  func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval?
}
