#if Server
public import MonikerDomain

/// Keeps the token by which a service knows this device.
public protocol DeviceTokenStore: Sendable {
  /// Returns the token as it is kept now; nil if the service does not know this device yet.
  func load() throws(StoreFailure) -> RemoteSecret?

  /// Keeps a token in place of the former one; when it returns, the token survives a loss of power.
  ///
  /// - Parameter token: the token; nil if the service does not know this device any longer.
  func save(_ token: RemoteSecret?) throws(StoreFailure)

  /// Keeps other processes from replacing the token as long as the result exists.
  ///
  /// - Returns: nil if another one is replacing it.
  func lock() throws(StoreFailure) -> (any Sendable)?

  /// The place where a person has set the token; nil if the store keeps what the service issues.
  ///
  /// If the service does not know a token that a person has set, each call fails. Otherwise nobody is signed in on this
  /// device, and a sign-in gets another token.
  var origin: String? { get }
}

extension DeviceTokenStore {
  /// Nil: the store keeps what it is given.
  public var origin: String? { nil }
}

/// A token that is kept in the memory of this process, such as one from the environment.
public final class DeviceTokenVariable: DeviceTokenStore {
  private let token: Protected

  /// Creates the value.
  ///
  /// - Parameter token: the token; nil if the service does not know this device yet.
  public init(_ token: RemoteSecret? = nil) {
    self.token = Protected(token)
  }

  /// Returns the token.
  public func load() -> RemoteSecret? { token.value }

  /// Keeps another token.
  public func save(_ token: RemoteSecret?) { self.token.value = token }

  /// Locks nothing: no other process has the token.
  public func lock() -> (any Sendable)? { () }
}
#endif
