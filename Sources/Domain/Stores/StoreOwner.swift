/// The clock and the source of IDs of a store.
///
/// They belong to whoever runs the store: the tool for a file in the home, the service for a shared
/// store. No caller of the store sets the time or an ID.
public struct StoreOwner: Sendable {
  /// Returns the present time.
  public let now: @Sendable () -> Timestamp

  /// Returns an ID that no account ever had.
  public let newAccountID: @Sendable () -> AccountID

  /// Returns an ID that no session ever had.
  public let newSessionID: @Sendable () -> SessionID

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - now: returns the present time.
  ///   - newAccountID: returns an ID that no account ever had.
  ///   - newSessionID: returns an ID that no session ever had.
  public init(
    now: @escaping @Sendable () -> Timestamp,
    newAccountID: @escaping @Sendable () -> AccountID,
    newSessionID: @escaping @Sendable () -> SessionID
  ) {
    self.now = now
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
  }
}
