/// Where nicknames and the accounts that hold them are kept.
///
/// Each requirement is a whole intention: it happens entirely or not at all, and no other task or
/// process sees the middle of it. When it throws it has not happened, but for a failure that says
/// that it has, and that only its surviving a loss of power is in doubt. What it has returned is
/// kept: a store that outlives its process still knows it after a crash.
///
/// The time of an intention is that of its ``RequestContext``: sessions are judged by it, and it is recorded.
///
/// Whatever happens is told by events, as ``HistoryRepository`` says.
///
/// The laws stated here are checked for any conformer by the suite in MonikerContract.
public protocol NicknameRepository: Sendable {
  /// Signs a person in under a nickname: claims it if need be, and makes a session of its account
  /// the active one.
  ///
  /// - The account that holds the nickname's key is meant. It keeps its own spelling of the nickname.
  /// - Where no account holds it, one is made with `newAccountID`, the nickname as given and the time
  ///   as its creation, with ``HistoryEvent/Kind/accountAdded``; not for a nickname that
  ///   ``Nickname/resembles(_:)`` another account's.
  /// - An account has one open session at most. It stays, as ``Session/kept(on:at:)`` has it; if it was
  ///   not the active one, with ``HistoryEvent/Kind/switched``. Where there is none, one is opened, as
  ///   ``Session/opened(by:for:at:)`` has it, with ``HistoryEvent/Kind/signedIn``.
  /// - Sessions of other accounts stay as they are.
  /// - Of any number of sign-ins under one nickname at once, one makes the account and the others
  ///   find it.
  ///
  /// - Returns: who is signed in now, and what had to be made for it.
  /// - Throws: where an account would have to be made, ``NicknameError/resembles(_:holder:)``;
  ///   ``NicknameError/store(_:)``, with ``StoreFailure/Reason/idInUse`` when an identity
  ///   that has to be used belongs to an account or a session that the store holds, be it a session
  ///   that has ended.
  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn

  /// Gives somebody who is signed in another nickname.
  ///
  /// It is a ``assign(_:to:at:)`` by the account whose session it is, by the same laws.
  ///
  /// - Parameters:
  ///   - subject: whose session, as for ``SessionRepository/session(of:)``.
  ///   - nickname: the new nickname.
  ///   - context: the present.
  /// - Returns: the account and its session before and after.
  /// - Throws: ``NicknameError/notSignedIn`` where there is no such session;
  ///   ``NicknameError/sessionEnded(_:)`` when it has ended; what
  ///   ``assign(_:to:at:)`` throws.
  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) async throws(NicknameError) -> Renaming

  /// Makes an account hold a nickname from now on, in place of any that it held.
  ///
  /// - An identity that no account has yet gets one, created at the time, with
  ///   ``HistoryEvent/Kind/accountAdded``. It is not signed in.
  /// - An account that exists keeps its identity, creation, sessions and place in the order; the
  ///   nickname that it held is free at once. If it is written differently, it is with
  ///   ``HistoryEvent/Kind/renamed``.
  /// - An account may claim its own nickname again: in another spelling of the same key it then
  ///   has the new spelling, unless that ``Nickname/resembles(_:)`` another account's; in the same
  ///   one nothing changes.
  /// - Of any number of accounts that claim one nickname at once, one gets it.
  ///
  /// - Returns: the account as it now is.
  /// - Throws: ``NicknameError/taken(_:holder:)`` when another account holds the key; ``NicknameError/resembles(_:holder:)`` when
  ///   the nickname looks like another account's, the oldest of those; ``NicknameError/store(_:)``.
  ///   ``NicknameConflict/init(holder:lookalike:)`` decides.
  func assign(
    _ nickname: Nickname,
    to account: AccountID,
    at context: RequestContext
  ) async throws(NicknameError) -> Account

  /// All accounts, in the order in which they were made.
  ///
  /// - Returns: an empty array in a store that was never written to.
  /// - Throws: ``NicknameError/store(_:)``.
  func accounts() async throws(NicknameError) -> [Account]
}
