import MonikerModel
import MonikerDomain
import MonikerDoubles

/// A sequence of random operations on a store and the in-memory model side by side.
///
/// After every step the two must have given the same answer and have the same content.
public struct RandomWalk: Sendable {
  /// The number of shorter walks that are tried before the report shows the shortest one.
  private static let maxTries = 300

  /// The number of last steps that the report lists.
  private static let maxListed = 12

  /// An operation and its scope.
  private struct Step: CustomStringConvertible {
    let intention: Intention
    let device: Int
    let seesEverything: Bool

    var scope: StoreScope {
      let id = Sample.deviceID(device)
      return seesEverything ? .everything(on: id) : .device(id)
    }

    var description: String {
      "\(intention), on device \(device)" + (seesEverything ? "" : " with its view")
    }
  }

  private let seed: UInt64
  private let devices: Int
  private let steps: [Step]

  /// Draws a walk.
  ///
  /// - Parameters:
  ///   - seed: the seed of the walk; the same seed gives the same walk.
  ///   - steps: the number of operations.
  ///   - devices: the number of devices, one of which is drawn for each operation.
  ///   - store: the kind of store; the walk opens a durable one again on the way.
  public init(seed: UInt64, steps: Int, devices: Int, for store: StoreUnderTest) {
    self.seed = seed
    self.devices = devices
    var generator = SeededGenerator(seed: seed)
    self.steps = (0..<steps).map { number in
      Step(
        intention: Intention.random(
          number: number,
          reopening: store.capabilities.contains(.isDurable),
          by: &generator
        ),
        device: Int.random(in: 1...devices, using: &generator),
        seesEverything: devices == 1 || Bool.random(using: &generator)
      )
    }
  }

  /// Takes every step, and compares after each.
  ///
  /// - Throws: ``LawBroken`` with the seed, the first difference from the model, and the shortest
  ///   walk found that shows one.
  public func check(_ store: StoreUnderTest) async throws {
    try await check(store) { steps in try await difference(steps, in: store) }
  }

  /// Takes every step on two stores of what every store keeps, and compares after each.
  ///
  /// Each call has the view of its device.
  ///
  /// - Parameters:
  ///   - store: the store that walks.
  ///   - reference: a store that is known to be right.
  /// - Throws: as ``check(_:)``.
  public func check(_ store: StoreUnderTest, beside reference: StoreUnderTest) async throws {
    try await check(store) { steps in
      try await difference(steps, in: store, from: reference)
    }
  }

  private func check(
    _ store: StoreUnderTest,
    _ difference: ([Step]) async throws -> String?
  ) async throws {
    guard let first = try await difference(steps) else { return }
    let short = try await shortened(steps, difference)
    throw LawBroken(
      """
      \(store.name) differs from the model, seed \(seed), \(devices) devices, \(steps.count) steps.
      \(short.difference ?? first)
      \(Self.list(short.steps))
      """
    )
  }

  private static func list(_ steps: [Step]) -> String {
    let steps = steps.enumerated().map { "  \($0 + 1). \($1)" }
    let shown = steps.suffix(maxListed).joined(separator: "\n")
    return steps.count <= maxListed
      ? "The steps of the shorter walk that shows it:\n" + shown
      : "The last steps of the shorter walk that shows it, of \(steps.count):\n" + shown
  }

  /// The first step at which the store and the model differ; nil if there is none.
  private func difference(
    _ steps: [Step],
    in store: StoreUnderTest
  ) async throws -> String? {
    let place = try store.makePlace()
    defer { withExtendedLifetime(place) {} }
    var walked = try await place.open()
    let model = InMemoryRepository()
    // A small limit, so that events are removed during the walk, and the walk is fast.
    let rests = store.capabilities.contains(.keepsCredentials)
    for store in [walked, model] as [any Store] {
      let rest = Duration.milliseconds(rests ? 20 : 0)
      try await store.set(StoreSettings(historyLimit: 12, nicknameRest: rest))
    }
    let tokens = rests ? (1...devices).map(LinkScene.digest) : []
    for store in [walked, model] as [any Store] where rests {
      guard let store = store as? any SharedStore else { return "The store is not shared." }
      for (number, token) in zip(1..., tokens) {
        let registration = DeviceRegistration(label: nil, provenBy: token)
        _ = try await store.register(registration, as: Sample.deviceID(number), at: Sample.time(0))
        try await store.confirmToken(token)
      }
    }
    for (number, step) in steps.enumerated() {
      if step.intention == .reopen { walked = try await place.open() }
      let circumstances = Circumstances(scope: step.scope)
      let actual = await step.intention.answer(of: walked, in: circumstances)
      let expected = await step.intention.answer(of: model, in: circumstances)
      guard actual == expected else {
        return "Step \(number + 1), \(step), gave what the model does not:\n"
          + "\(Difference(of: actual, from: expected))"
      }
      let scopes = [.everything(on: step.scope.deviceID), step.scope]
      let held = try await Observation.all(walked, in: scopes)
      let modelled = try await Observation.all(model, in: scopes)
      guard held == modelled else {
        return "After step \(number + 1), \(step), the store holds what the model does not:\n"
          + "\(Difference(of: held, from: modelled))"
      }
      if let walked = walked as? any SharedStore {
        let right = try await model.sessions(provenBy: tokens)
        // A store may remember the first answer. Each token alone is another question than all together.
        for _ in 1...2 {
          let proven = try await walked.sessions(provenBy: tokens)
          guard proven == right else {
            return "After step \(number + 1), \(step), the tokens prove:\n"
              + "\(Difference(of: proven, from: right))"
          }
        }
        for (token, right) in zip(tokens, right) {
          let proven = try await walked.sessions(provenBy: [token])
          guard proven == [right] else {
            return "After step \(number + 1), \(step), a token proves:\n"
              + "\(Difference(of: proven, from: [right]))"
          }
        }
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

  /// The first step at which two stores differ, as each device sees them; nil if there is none.
  private func difference(
    _ steps: [Step],
    in store: StoreUnderTest,
    from reference: StoreUnderTest
  ) async throws -> String? {
    let places = (try store.makePlace(), try reference.makePlace())
    defer { withExtendedLifetime(places) {} }
    let walked = try await places.0.openPersonal()
    let model = try await places.1.openPersonal()
    for (number, step) in steps.enumerated() {
      let intention = step.intention.inSeconds
      let circumstances = Circumstances(scope: .device(Sample.deviceID(step.device)))
      let actual = await intention.answer(of: walked, in: circumstances)
      let expected = await intention.answer(of: model, in: circumstances)
      guard actual == expected else {
        return "Step \(number + 1), \(intention), on device \(step.device), gave:\n"
          + "\(Difference(of: actual, from: expected))"
      }
      let time = Sample.time(Int64(number) * 10_000)
      let held = try await Observation(walked, in: circumstances.scope, at: time)
      let modelled = try await Observation(model, in: circumstances.scope, at: time)
      guard held == modelled else {
        return "After step \(number + 1), \(intention), device \(step.device) sees:\n"
          + "\(Difference(of: held, from: modelled))"
      }
    }
    return nil
  }

  /// Removes ever smaller runs of steps as long as the rest still shows a difference.
  private func shortened(
    _ steps: [Step],
    _ difference: ([Step]) async throws -> String?
  ) async throws -> (steps: [Step], difference: String?) {
    var shortest = steps
    var shown: String?
    var tries = 0
    var run = steps.count / 2
    while run > 0 {
      var start = 0
      while start < shortest.count {
        guard tries < Self.maxTries else { return (shortest, shown) }
        tries += 1
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + run, candidate.count))
        if let difference = try await difference(candidate) {
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
