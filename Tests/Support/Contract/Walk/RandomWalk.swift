import MonikerModel
import MonikerDomain

/// A sequence of random operations on a store and the in-memory model side by side.
///
/// After every step the two must have given the same answer and have the same content.
public struct RandomWalk: Sendable {
  /// A small limit, so that events are removed during the walk, and the walk is fast.
  static let historyLimit = 60

  /// The number of shorter walks that are tried before the report shows the shortest one.
  private static let maxTries = 300

  /// The number of last steps that the report lists.
  private static let maxListed = 12

  private let seed: UInt64
  private let intentions: [Intention]

  /// Draws a walk.
  ///
  /// - Parameters:
  ///   - seed: the seed of the walk; the same seed gives the same walk.
  ///   - steps: the number of operations.
  ///   - store: the kind of store; the walk opens a durable one again on the way.
  public init(seed: UInt64, steps: Int, for store: StoreUnderTest) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    intentions = (0..<steps).map { number in
      Intention.random(number: number, reopening: store.isDurable, by: &generator)
    }
  }

  /// Takes every step, and compares after each.
  ///
  /// - Throws: ``LawBroken`` with the seed, the first difference from the model, and the shortest
  ///   walk found that shows one.
  public func check(_ store: StoreUnderTest) async throws {
    guard let first = try await Self.difference(intentions, in: store) else { return }
    let short = try await Self.shortened(intentions, in: store)
    throw LawBroken(
      """
      \(store.name) differs from the model, seed \(seed), \(intentions.count) steps.
      \(short.difference ?? first)
      \(Self.list(short.intentions))
      """
    )
  }

  private static func list(_ intentions: [Intention]) -> String {
    let steps = intentions.enumerated().map { "  \($0 + 1). \($1)" }
    let shown = steps.suffix(maxListed).joined(separator: "\n")
    return steps.count <= maxListed
      ? "The steps of the shorter walk that shows it:\n" + shown
      : "The last steps of the shorter walk that shows it, of \(steps.count):\n" + shown
  }

  /// The first step at which the store and the model differ; nil if there is none.
  private static func difference(
    _ intentions: [Intention],
    in store: StoreUnderTest
  ) async throws -> String? {
    let place = try store.makePlace()
    defer { withExtendedLifetime(place) {} }
    var walked = try await place.open()
    let model = InMemoryRepository()
    for (number, intention) in intentions.enumerated() {
      if intention == .reopen { walked = try await place.open() }
      let actual = await intention.answer(of: walked)
      let expected = await intention.answer(of: model)
      guard actual == expected else {
        return "Step \(number + 1), \(intention), gave what the model does not:\n"
          + "\(Difference(of: actual, from: expected))"
      }
      let held = try await Observation(walked)
      let modelled = try await Observation(model)
      guard held == modelled else {
        return "After step \(number + 1), \(intention), the store holds what the model does not:\n"
          + "\(Difference(of: held, from: modelled))"
      }
    }
    let held = try await walked.records()
    let modelled = try await model.records()
    guard held == modelled else {
      return "At the end the records differ:\n\(Difference(of: held, from: modelled))"
    }
    let defects = try await walked.defects()
    guard defects.isEmpty else {
      return "At the end the store has defects:\n\(Difference(of: defects, from: []))"
    }
    return nil
  }

  /// Removes ever smaller runs of steps as long as the rest still shows a difference.
  private static func shortened(
    _ intentions: [Intention],
    in store: StoreUnderTest
  ) async throws -> (intentions: [Intention], difference: String?) {
    var shortest = intentions
    var shown: String?
    var tries = 0
    var run = intentions.count / 2
    while run > 0 {
      var start = 0
      while start < shortest.count {
        guard tries < maxTries else { return (shortest, shown) }
        tries += 1
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + run, candidate.count))
        if let difference = try await difference(candidate, in: store) {
          shortest = candidate
          shown = difference
        } else {
          start += run
        }
      }
      run /= 2
    }
    return (shortest, shown)
  }
}
