/// The port through which nicknames and their accounts are stored.
///
/// Each requirement is one atomic change: it happens entirely or not at all, and no other task or
/// process sees an intermediate state. If it throws, it did not happen. The only exceptions are
/// failures which say that the change happened and that its durability after a power loss is in doubt,
/// or that the store's files were removed during the change. What a call has returned is kept: a store that outlives its process still has it after
/// a crash.
///
/// Each change judges sessions at the time of the call by the clock of the store's owner
/// (``StoreOwner``), and records that time.
///
/// Changes record events, as ``HistoryRepository`` defines.
///
/// The suite in MonikerContract checks the laws stated here for any conformer.
public protocol NicknameRepository: Sendable {
  /// Signs in under a nickname: claims it if necessary, and makes its account's session on the device
  /// the active one.
  ///
  /// - The call signs in the account that holds the nickname's key. The account keeps its own
  ///   spelling of the nickname.
  /// - If no account holds the key, the call adds one with a new ID, the nickname as given
  ///   and the present time as its creation time, and records ``HistoryEvent/Kind/accountAdded``.
  ///   It adds none for a nickname that ``Nickname/resembles(_:)`` another account's, or that rests as
  ///   ``assign(_:to:in:)`` defines.
  /// - An account has at most one open session on a device. The call keeps it, as ``Session/kept(on:at:)``
  ///   defines; if it was not the active one, the call records ``HistoryEvent/Kind/switched``. If
  ///   there is none, the call opens one, as ``Session/opened(by:as:of:at:)`` defines, and records
  ///   ``HistoryEvent/Kind/signedIn``. The opened session is the last one in the order of opening,
  ///   and the present time becomes the account's ``AccountEntry/lastSignedInAt``.
  /// - If an account holds the key and ``SignInRequest/proof`` does not prove that it is the caller's,
  ///   the call is refused. Two callers that claim one nickname at once cannot both get it.
  /// - A new account gets the recovery key of the request.
  /// - If the call opens a session on a registered device, the device gets the token of the request, as
  ///   ``DeviceRepository/replaceToken(of:with:in:)`` defines: whoever knows its former token does not get
  ///   into the account.
  /// - Sessions of other accounts, and those on other devices, are unchanged.
  /// - Of any number of concurrent sign-ins under one nickname, one adds the account and the others
  ///   find it.
  ///
  /// - Returns: the account and session that are active now, and which of them the call created.
  /// - Throws: ``NicknameError/proofDemanded(_:)`` if an account holds the nickname and the proof is
  ///   missing or wrong; ``NicknameError/resembles(_:holder:)`` and ``NicknameError/resting(_:until:)``
  ///   if an account would have to be added;
  ///   ``NicknameError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if a new ID of the owner
  ///   belongs to an account or a session in the store, even to a session that has ended.
  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn

  /// Changes the nickname of a signed-in account.
  ///
  /// It applies ``assign(_:to:in:)`` to the subject's account, by the same laws.
  ///
  /// - Parameters:
  ///   - subject: selects the session, as for ``SessionRepository/session(of:on:)``.
  ///   - nickname: the new nickname.
  ///   - context: the request context.
  /// - Returns: the account and its session before and after.
  /// - Throws: ``NicknameError/notSignedIn`` if there is no such session;
  ///   ``NicknameError/sessionEnded(_:)`` if it has ended; the errors of ``assign(_:to:in:)``.
  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming

  /// Assigns a nickname to an account, in place of the one that it holds, or to a new account.
  ///
  /// - Without an ID, the call adds an account with a new ID, created at the present time, and records
  ///   ``HistoryEvent/Kind/accountAdded``. The new account is not signed in.
  /// - An existing account keeps its ID, creation time, sessions and place in the order. If the
  ///   spelling changes, the call records
  ///   ``HistoryEvent/Kind/renamed``, with the account's open session on the device if it has one.
  /// - An account may claim its own nickname again. In another spelling of the same key it gets the
  ///   new spelling, unless that ``Nickname/resembles(_:)`` another account's. In the same spelling
  ///   nothing changes.
  /// - The nickname that the account held rests for it from the present time on, as
  ///   ``RestingNickname`` defines, for ``StoreSettings/nicknameRest``. If that is zero, the nickname
  ///   is free at once. A nickname with the same key and skeletons as the new one does not rest.
  /// - A nickname that is claimed rests no longer. If another account could claim it, neither does one
  ///   that looks like it.
  /// - Of any number of accounts that claim one nickname concurrently, one gets it.
  ///
  /// - Returns: the account after the call.
  /// - Throws: ``NicknameError/taken(_:holder:)`` if another account holds the key;
  ///   ``NicknameError/resembles(_:holder:)``, with the oldest such account, if the nickname looks
  ///   like another account's, as ``NicknameConflict/init(holder:lookalike:rest:)`` decides;
  ///   ``NicknameError/resting(_:until:)`` if it rests for another account;
  ///   ``NicknameError/notSignedIn`` if the scope of the call has no account with the ID;
  ///   ``NicknameError/store(_:)``, with ``StoreFailure/Reason/idInUse`` as for ``signIn(_:)``.
  func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account

  /// Returns why ``assign(_:to:in:)`` would refuse a nickname now.
  ///
  /// - The decision is that of ``assign(_:to:in:)``, which may decide otherwise later.
  /// - It changes nothing.
  ///
  /// - Parameters:
  ///   - nickname: the nickname.
  ///   - account: the account that would claim it, in the scope of the call; nil for a new one.
  ///   - scope: what the call sees.
  /// - Returns: nil if the account can claim it.
  /// - Throws: ``NicknameError/notSignedIn`` if the scope has no account with the ID;
  ///   ``NicknameError/store(_:)``. A failure never looks like a nickname that is free.
  func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict?
}
