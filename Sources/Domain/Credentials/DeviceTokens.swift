/// The digests of the tokens that prove a device: a confirmed one, an unconfirmed one, or both.
///
/// A token is unconfirmed until its first use. A new token replaces the confirmed one when it is used,
/// not when it is made: if the answer that contains it is lost, the device still has a valid one.
public struct DeviceTokens: Hashable, Sendable {
  /// The digest of the token that was used; nil if none was.
  public let confirmed: SecretDigest?

  /// The digest of the token that was not used yet; nil if there is none.
  public let unconfirmed: SecretDigest?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - confirmed: see ``confirmed``.
  ///   - unconfirmed: see ``unconfirmed``.
  /// - Returns: nil if there is no digest, or if the two are equal.
  public init?(confirmed: SecretDigest?, unconfirmed: SecretDigest?) {
    guard confirmed != unconfirmed else { return nil }
    self.confirmed = confirmed
    self.unconfirmed = unconfirmed
  }

  /// Creates the tokens of a device that has used none.
  ///
  /// - Parameter token: see ``unconfirmed``.
  public init(unconfirmed token: SecretDigest) {
    confirmed = nil
    unconfirmed = token
  }

  /// Those that there are.
  package var all: [SecretDigest] { [confirmed, unconfirmed].compactMap(\.self) }
}

/// What a token proves.
public struct DeviceProof: Hashable, Sendable {
  /// The device of the token.
  public let device: Device

  /// Whether the token is confirmed: see ``DeviceTokens``.
  public let isConfirmed: Bool

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - device: see ``device``.
  ///   - isConfirmed: see ``isConfirmed``.
  public init(of device: Device, isConfirmed: Bool) {
    self.device = device
    self.isConfirmed = isConfirmed
  }
}
