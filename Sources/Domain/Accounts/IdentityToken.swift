/// The permanent ID of an identity token.
public typealias IdentityTokenID = Identifier<IdentityToken>

/// A token that a person gives to another program, which can ask with it who the person is and nothing
/// else.
public struct IdentityToken: Hashable, Sendable, Identifiable {
  /// The maximum number of valid tokens of an account: 100.
  public static let maximumCount = 100

  /// The permanent ID.
  public let id: IdentityTokenID

  /// The account that the token identifies.
  public let accountID: AccountID

  /// The device that has issued it.
  public let deviceID: DeviceID

  /// What the person calls it; nil if that is not known.
  public let label: String?

  /// The time of its issue.
  public let issuedAt: Timestamp

  /// The time from which on it is void; nil if it does not expire.
  public let expiresAt: Timestamp?

  /// Returns whether a token can have a label: 1 to 255 bytes of UTF-8 without control characters.
  public static func isLabel(_ text: String) -> Bool { Origin.usable(text) != nil }

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - id: the permanent ID.
  ///   - accountID: the account that the token identifies.
  ///   - deviceID: the device that issues it.
  ///   - label: nil if it is not one, as ``isLabel(_:)`` says.
  ///   - issuedAt: the time of its issue.
  ///   - expiresAt: the time from which on it is void; nil if it does not expire.
  public init(
    id: IdentityTokenID,
    of accountID: AccountID,
    issuedBy deviceID: DeviceID,
    label: String?,
    at issuedAt: Timestamp,
    expiresAt: Timestamp?
  ) {
    self.id = id
    self.accountID = accountID
    self.deviceID = deviceID
    self.label = label.flatMap(Origin.usable)
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// Whether it has expired at a time.
  public func hasExpired(by time: Timestamp) -> Bool {
    expiresAt.map { $0 <= time } ?? false
  }
}
