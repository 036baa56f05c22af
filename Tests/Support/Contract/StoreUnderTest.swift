public import MonikerDomain

/// A kind of store, as the contract sees it.
public struct StoreUnderTest: Sendable, CustomStringConvertible {
  /// What reports call it.
  public let name: String

  /// Whether a store that is opened again holds what it held.
  public let isDurable: Bool

  /// Makes a place that nothing was written to yet, apart from all others.
  public let makePlace: @Sendable () throws -> StorePlace

  /// Describes a kind of store.
  public init(
    _ name: String,
    isDurable: Bool,
    makePlace: @escaping @Sendable () throws -> StorePlace
  ) {
    self.name = name
    self.isDurable = isDurable
    self.makePlace = makePlace
  }

  /// The name.
  public var description: String { name }
}

/// A place that a store keeps its content in: a file, a database, an object.
public struct StorePlace: Sendable {
  /// Opens the store anew.
  ///
  /// A store that is not durable gives the same one each time.
  public let open: @Sendable () async throws -> any Store

  /// Whether every change is told before the call that makes it returns.
  let tellsAtOnce: Bool

  /// Describes a place.
  ///
  /// - Parameters:
  ///   - tellsAtOnce: whether every change is told before the call that makes it returns, and the first
  ///     element before `changes()` does: nobody need wait then to find out that none comes.
  ///   - open: opens the store anew; a store that is not durable gives the same one each time.
  public init(
    tellsAtOnce: Bool = false,
    open: @escaping @Sendable () async throws -> any Store
  ) {
    self.tellsAtOnce = tellsAtOnce
    self.open = open
  }
}
