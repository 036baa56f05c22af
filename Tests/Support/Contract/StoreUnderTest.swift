public import MonikerDomain
import MonikerDoubles

/// A kind of store to which the laws apply.
public struct StoreUnderTest: Sendable, CustomStringConvertible {
  /// The name in reports.
  public let name: String

  /// What the store can do.
  public let capabilities: Set<StoreCapability>

  /// Makes a new empty place, separate from all others.
  public let makePlace: @Sendable () throws -> StorePlace

  /// Describes a kind of store.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - capabilities: what the store can do.
  ///   - makePlace: see ``makePlace``.
  public init(
    _ name: String,
    _ capabilities: Set<StoreCapability>,
    makePlace: @escaping @Sendable () throws -> StorePlace
  ) {
    self.name = name
    self.capabilities = capabilities
    self.makePlace = makePlace
  }

  /// Describes a kind of store in this process that keeps no credentials.
  public init(
    _ name: String,
    isDurable: Bool,
    makePlace: @escaping @Sendable () throws -> StorePlace
  ) {
    self.init(name, .local.union(isDurable ? [.isDurable] : []), makePlace: makePlace)
  }

  /// The name.
  public var description: String { name }
}

/// A place where a store keeps its content: a file, a database, an object.
public struct StorePlace: Sendable {
  /// Opens the store anew, for laws of what every store keeps.
  ///
  /// A store that is not durable returns the same object each time.
  public let openPersonal: @Sendable () async throws -> any PersonalStore

  /// Whether every change is published before the call that makes it returns.
  let tellsAtOnce: Bool

  /// Describes a place.
  ///
  /// - Parameters:
  ///   - tellsAtOnce: whether every change is published before the call that makes it returns, and
  ///     the first element before `changes()` does; a missing element is then detected without a
  ///     wait.
  ///   - open: opens the store anew; a store that is not durable returns the same object each time.
  public init(
    tellsAtOnce: Bool = false,
    open: @escaping @Sendable () async throws -> any PersonalStore
  ) {
    self.tellsAtOnce = tellsAtOnce
    openPersonal = open
  }

  /// Opens the store anew, for laws that need more of it.
  ///
  /// - Throws: ``LawBroken`` if it is not a whole store.
  public func open() async throws -> any Store {
    guard let store = try await openPersonal() as? any Store else {
      throw LawBroken("The law is one for a whole store, which this is not")
    }
    return store
  }
}
