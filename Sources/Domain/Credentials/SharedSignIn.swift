/// Whether anybody can make an account of a shared store.
public enum SignUpPolicy: String, Hashable, Sendable, CaseIterable {
  /// Anybody can, by signing in under a nickname that is free.
  case open

  /// Nobody can.
  case closed
}

/// The device on which somebody signs in.
public enum SignInPlace: Hashable, Sendable {
  /// A registered device, which the caller has proved to be.
  case known(Device)

  /// A device that is registered for the sign-in; its user calls it so. See ``Device/label``.
  case new(label: String?)

  /// Whether the device is registered for the sign-in.
  var isNew: Bool { if case .new = self { true } else { false } }
}

/// The digests of the secrets that a sign-in may set.
public struct SignInSecrets: Hashable, Sendable {
  /// The token of a device on which the sign-in opens a session.
  public let token: SecretDigest

  /// The recovery key of a new account.
  public let recoveryKey: SecretDigest

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - token: see ``token``.
  ///   - recoveryKey: see ``recoveryKey``.
  public init(token: SecretDigest, recoveryKey: SecretDigest) {
    self.token = token
    self.recoveryKey = recoveryKey
  }
}

/// The result of a sign-in on a shared store.
public struct SharedSignIn: Hashable, Sendable {
  /// The device.
  public let device: Device

  /// The account and session that are active on it now.
  public let signIn: SignIn

  /// Whether the device has the token of the call.
  public let setsToken: Bool

  /// Whether the account has the recovery key of the call.
  public let setsRecoveryKey: Bool
}
