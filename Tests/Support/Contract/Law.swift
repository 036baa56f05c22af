/// A sentence that holds for every store, with its check.
public struct Law: Sendable, CustomStringConvertible {
  /// The sentence.
  public let name: String

  /// What the law needs of a store; nothing for a law that every store can keep.
  public let needs: Set<StoreCapability>

  let check: @Sendable (StorePlace) async throws -> Void

  /// - Parameter needs: see ``needs``.
  init(
    _ name: String,
    _ needs: StoreCapability...,
    check: @escaping @Sendable (StorePlace) async throws -> Void
  ) {
    self.name = name
    self.needs = Set(needs)
    self.check = check
  }

  /// The sentence.
  public var description: String { name }

  /// Whether the law applies to this kind of store.
  public func applies(to store: StoreUnderTest) -> Bool {
    needs.isSubset(of: store.capabilities)
  }

  /// Checks a store in a new place.
  ///
  /// - Throws: ``LawBroken``, or the store's error.
  public func check(_ store: StoreUnderTest) async throws {
    let place = try store.makePlace()
    // The last reference to a place may remove it, so it is kept until the check has ended.
    defer { withExtendedLifetime(place) {} }
    try await check(place)
  }
}

/// The violation of a law by a store.
public struct LawBroken: Error, CustomStringConvertible {
  /// The expected and the actual value.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws ``LawBroken`` unless both values are equal.
func expect<Value: Equatable>(_ what: String, _ actual: Value, is expected: Value) throws {
  guard actual != expected else { return }
  throw LawBroken("\(what):\n\(Difference(of: actual, from: expected))")
}

/// Throws ``LawBroken`` unless `body` throws an error that `isExpected` accepts.
func expect<Result>(
  _ what: String,
  toThrow isExpected: (any Error) -> Bool,
  _ body: () async throws -> Result
) async throws {
  do {
    let result = try await body()
    throw LawBroken("\(what) should have been refused and gave\n  \(result)")
  } catch let broken as LawBroken {
    throw broken
  } catch {
    guard isExpected(error) else {
      throw LawBroken("\(what) was refused for another reason:\n  \(error)")
    }
  }
}
