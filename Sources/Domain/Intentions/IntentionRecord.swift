/// What a store has recorded of an intention that changed something.
public struct IntentionRecord: Hashable, Sendable {
  /// How long a store keeps the record: one day.
  public static let lifetime = Duration.seconds(86_400)

  /// The maximum number of old records that one change removes: 100.
  public static let maximumRemovals = 100

  /// The time of the change.
  public let time: Timestamp

  /// The device of the call.
  public let deviceID: DeviceID

  /// The digest of what the caller asked for: ``RequestContext/content``.
  public let content: SecretDigest?

  /// What the store answered.
  public let answer: IntentionAnswer

  /// Creates the value.
  public init(
    at time: Timestamp,
    on deviceID: DeviceID,
    content: SecretDigest? = nil,
    answer: IntentionAnswer
  ) {
    self.time = time
    self.deviceID = deviceID
    self.content = content
    self.answer = answer
  }

  /// Whether a store still knows the intention at a time.
  ///
  /// It does not know one that is more than ``lifetime`` in the future, as after a wrong clock.
  public func isKept(at now: Timestamp) -> Bool {
    time.isWithin(Self.lifetime, of: now)
  }
}

/// The answer to an intention that changed something.
public enum IntentionAnswer: Hashable, Sendable {
  /// The answer of ``NicknameRepository/signIn(_:)`` and ``LinkRepository/redeem(deviceCode:on:in:)``.
  case signIn(SignIn)

  /// The answer of ``NicknameRepository/assign(_:to:in:)``.
  case account(Account)

  /// The answer of ``NicknameRepository/rename(_:to:in:)``.
  case renaming(Renaming)

  /// The answer of ``AccountRepository/activate(_:in:)``.
  case activation(Activation)

  /// The answer of ``AccountRepository/remove(_:proof:in:)``.
  case removal(AccountRemoval)

  /// The answer of ``ProfileRepository/save(_:in:)``.
  case profile(Profile)

  /// The answer of ``SessionRepository/end(_:in:naming:)``.
  case signOut(SignOut)

  /// The answer of ``SessionRepository/endSessions(_:in:)`` and ``DeviceRepository/forget(_:in:)``.
  case ended([SessionEntry])

  /// The answer of ``DeviceRepository/register(_:)``.
  case device(Device)

  /// The answer of ``IdentityTokenRepository/issue(_:in:)``.
  case identityToken(IdentityToken)

  /// That ``RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)`` has set this key.
  case recoveryKey(SecretDigest)

  /// That ``LinkRepository/decide(for:userCode:in:)`` has approved or denied a link.
  case decision
}
