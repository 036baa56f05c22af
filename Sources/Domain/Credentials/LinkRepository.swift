/// The port to the links of a shared store, by which a device that is signed in lets another one in.
///
/// The general laws of ``NicknameRepository`` apply.
///
/// - Both codes are digests. The device code has at least 128 random bits and is good on its device
///   alone; the user code has at least 34.
/// - A link is void from ``Link/endsAt`` on, when the clock has gone back by ``Link/lifetime`` or more, when
///   its device begins another one, and when the device or the account for which it was approved is removed, and
///   while that account is suspended.
/// - An approved link is void, too, when ``SessionRepository/endSessions(_:in:)`` or
///   ``DeviceRepository/forget(_:in:)`` ends a session of its account, when
///   ``SuspensionRepository/suspend(_:in:)`` suspends that, or when
///   ``RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)`` replaces its key: who has approved it may
///   be the one who is locked out. A sign-out on the device that has approved it leaves it.
/// - A link is void when a session on the device that has begun it is signed out or revoked, or is removed with its
///   account: who uses that device next may be somebody else.
/// - A void link is as one that never was.
/// - Wrong user codes count for the device on which they are typed. A device that has given
///   ``Link/maximumWrongCodes`` of them within ``Link/lifetime`` from the first is refused until that time
///   has passed, also with the right code, unless the clock goes back by more than that. No other device is.
///   A device that is forgotten takes its wrong codes with it.
/// - Copies, exports and backups contain no links.
public protocol LinkRepository: Sendable {
  /// Begins a link of the device of the call, in place of its former one.
  ///
  /// - Parameters:
  ///   - purpose: what the device asks for.
  ///   - deviceCode: the digest of the device code.
  ///   - userCode: the digest of the user code.
  ///   - context: the request context; its origin is shown to the approver.
  /// - Throws: ``CredentialError/noSuchDevice(_:)`` if the device is not registered;
  ///   ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if another link has one of the
  ///   codes.
  func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link

  /// Returns the link of a user code, for a person who decides about it.
  ///
  /// - For any purpose but signing in, the device that asks cannot decide: for it, there is no such link.
  ///
  /// - Throws: ``CredentialError/notSignedIn`` if no account has an open session on the device of the
  ///   call; ``CredentialError/noSuchLink`` if there is none that is undecided, which counts as a wrong
  ///   code; ``CredentialError/tooManyWrongCodes(until:)``; ``CredentialError/store(_:)``.
  func link(
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link

  /// Approves or denies the link of a user code.
  ///
  /// - A link for any purpose but signing in is approved only if both the device of the call and the one that
  ///   asks have an open session of the account that began ``Link/minimumSessionAge`` ago or earlier. A refused
  ///   approval changes nothing, and is no wrong code.
  /// - A repeated intention is no wrong code, although its link is decided by then.
  ///
  /// - Parameters:
  ///   - account: the account to let the asking device in for, which has an open session on the device of
  ///     the call; nil to deny.
  ///   - userCode: the digest of the user code.
  ///   - context: the request context.
  /// - Throws: the errors of ``link(userCode:in:)``; ``CredentialError/notSignedIn`` also if the account
  ///   has no open session on the device of the call; ``CredentialError/sessionsTooNew(until:)``.
  func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError)

  /// Returns the state of a link, for the device that has begun it.
  ///
  /// - Throws: ``CredentialError/noSuchLink`` if the device has no link with this device code;
  ///   ``CredentialError/store(_:)``.
  func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID
  ) async throws(CredentialError) -> LinkState

  /// Signs in on the device of the call with an approved link, once.
  ///
  /// - The account of the link is signed in as by ``NicknameRepository/signIn(_:)``, with the same events.
  /// - The link is void afterwards. A link for another purpose is none here.
  ///
  /// - Throws: ``CredentialError/noSuchLink`` if the device has no link with this device code;
  ///   ``CredentialError/linkNotApproved(_:)`` with its state if it is not approved;
  ///   ``CredentialError/store(_:)``.
  func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    in context: RequestContext
  ) async throws(CredentialError) -> SignIn
}
