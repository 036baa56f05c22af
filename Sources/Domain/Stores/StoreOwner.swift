/// The clock and the source of IDs of a store.
///
/// The owner is the program that runs the store: the tool for a file in the home, the service for a
/// shared store. No caller of the store sets the time or an ID.
public struct StoreOwner: Sendable {
  /// Returns the present time.
  public let now: @Sendable () -> Timestamp

  /// Returns an ID that no account ever had.
  package let newAccountID: @Sendable () -> AccountID

  /// Returns an ID that no session ever had.
  package let newSessionID: @Sendable () -> SessionID

  /// Returns an ID that no device ever had.
  package let newDeviceID: @Sendable () -> DeviceID

  /// Returns an ID that no identity token ever had.
  package let newIdentityTokenID: @Sendable () -> IdentityTokenID

  /// Creates an owner whose IDs are UUIDs of version 4, with 122 random bits (RFC 9562, section 5.4).
  ///
  /// - Parameters:
  ///   - now: returns the present time.
  ///   - random: returns 64 bits of a cryptographically secure random source.
  public init(
    now: @escaping @Sendable () -> Timestamp,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.init(
      now: now,
      newAccountID: { .uuid(random) },
      newSessionID: { .uuid(random) },
      newDeviceID: { .uuid(random) },
      newIdentityTokenID: { .uuid(random) }
    )
  }

  package init(
    now: @escaping @Sendable () -> Timestamp,
    newAccountID: @escaping @Sendable () -> AccountID,
    newSessionID: @escaping @Sendable () -> SessionID,
    newDeviceID: @escaping @Sendable () -> DeviceID,
    newIdentityTokenID: @escaping @Sendable () -> IdentityTokenID
  ) {
    self.now = now
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.newDeviceID = newDeviceID
    self.newIdentityTokenID = newIdentityTokenID
  }
}
