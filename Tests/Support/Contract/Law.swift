/// A sentence that holds for every store, and how to find out.
public struct Law: Sendable, CustomStringConvertible {
  /// The sentence.
  public let name: String

  let isAboutDurability: Bool
  let check: @Sendable (StorePlace) async throws -> Void

  init(
    _ name: String,
    isAboutDurability: Bool = false,
    check: @escaping @Sendable (StorePlace) async throws -> Void
  ) {
    self.name = name
    self.isAboutDurability = isAboutDurability
    self.check = check
  }

  /// The sentence.
  public var description: String { name }

  /// Whether the law says anything about this kind of store.
  public func applies(to store: StoreUnderTest) -> Bool {
    store.isDurable || !isAboutDurability
  }

  /// Puts a store to the test, in a place of its own.
  ///
  /// - Throws: ``LawBroken``, or what the store threw.
  public func check(_ store: StoreUnderTest) async throws {
    let place = try store.makePlace()
    // A place may go with the last reference to it: it is needed until the store is done with.
    defer { withExtendedLifetime(place) {} }
    try await check(place)
  }
}

/// How a store broke a law.
public struct LawBroken: Error, CustomStringConvertible {
  /// What should have been, and what was.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Breaks the law unless both are equal.
func expect<Value: Equatable>(_ what: String, _ actual: Value, is expected: Value) throws {
  guard actual != expected else { return }
  throw LawBroken("\(what):\n\(Difference(of: actual, from: expected))")
}

/// Breaks the law unless `body` throws an error that `isExpected` accepts.
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
