import MonikerData
import MonikerDomain

/// A walk of random intentions through a store and the in-memory model side by side.
///
/// After every step the two must have given the same answer and hold the same content.
public struct RandomWalk: Sendable {
  /// Little, so that what is forgotten meets what is going on, and the walk is soon gone.
  static let historyLimit = 60

  private let seed: UInt64
  private let intentions: [Intention]

  /// Draws a walk.
  ///
  /// - Parameters:
  ///   - seed: draws the same walk again.
  ///   - steps: how many intentions it has.
  ///   - store: the kind of store; the walk of a durable one opens it again on the way.
  public init(seed: UInt64, steps: Int, for store: StoreUnderTest) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    intentions = (0..<steps).map { number in
      Intention.random(number: number, reopening: store.isDurable, by: &generator)
    }
  }

  /// Goes the walk.
  ///
  /// - Throws: ``LawBroken`` with the seed, the first difference from the model, and the shortest
  ///   walk found that shows one.
  public func check(_ store: StoreUnderTest) async throws {
    guard let difference = try await Self.difference(intentions, in: store) else { return }
    // To find a shorter one may take longer than a test has.
    print("\(store.name) differs from the model, seed \(seed): \(difference)")
    let short = try await Self.shortened(intentions, in: store)
    let steps = short.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
    throw LawBroken(
      """
      \(store.name) differs from the model, seed \(seed), \(intentions.count) steps:
      \(difference)
      A shorter walk that differs:
      \(steps)
      """
    )
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
        return "Step \(number + 1), \(intention), gave\n  \(actual)\nand not\n  \(expected)"
      }
      let held = try await Observation(walked)
      let modelled = try await Observation(model)
      guard held == modelled else {
        return "After step \(number + 1), \(intention), it holds\n  \(held)\nand not\n  \(modelled)"
      }
    }
    let held = try await walked.records()
    let modelled = try await model.records()
    guard held == modelled else {
      return "At last its contents are\n  \(held)\nand not\n  \(modelled)"
    }
    let defects = try await walked.defects()
    return defects.isEmpty ? nil : "At last it has defects: \(defects)"
  }

  /// Leaves out ever smaller runs of steps for as long as the rest still shows a difference.
  private static func shortened(
    _ intentions: [Intention],
    in store: StoreUnderTest
  ) async throws -> [Intention] {
    var shortest = intentions
    var run = intentions.count / 2
    while run > 0 {
      var start = 0
      while start < shortest.count {
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + run, candidate.count))
        if try await difference(candidate, in: store) != nil {
          shortest = candidate
        } else {
          start += run
        }
      }
      run /= 2
    }
    return shortest
  }
}
