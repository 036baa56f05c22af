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
      let actual = await answer(of: walked, to: intention)
      let expected = await answer(of: model, to: intention)
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

  private static func answer(of store: any Store, to intention: Intention) async -> Answer {
    do {
      switch intention {
      case .signIn(let name, let identity, let time, let lifetime, let isSliding, let minimum):
        let request = try Sample.typedRequest(
          name,
          identity,
          at: Sample.time(time),
          for: lifetime,
          sliding: isSliding,
          keeping: minimum,
          remembering: Self.historyLimit
        )
        return .signedIn(try await store.signIn(request))
      case .signInLapsed(let name, let identity):
        let nickname = try Sample.lapsedNickname(name)
        return .signedIn(try await store.signIn(Sample.request(nickname, identity)))
      case .claim(let name, let account, let time):
        return .account(
          try await store.claim(
            try Nickname(name),
            for: Sample.accountID(account),
            at: Sample.occasion(time, keeping: Self.historyLimit)
          )
        )
      case .rename(let subject, let name, let time):
        return .renamed(
          try await store.rename(
            try Self.subject(subject),
            to: try Nickname(name),
            at: Sample.occasion(time, keeping: Self.historyLimit)
          )
        )
      case .end(let subject, let time, let limit):
        return .signedOut(
          try await store.end(
            try Self.subject(subject),
            at: Sample.occasion(time, keeping: Self.historyLimit),
            naming: limit
          )
        )
      case .activate(let name, let time):
        let reference = try Sample.reference(to: name)
        return .activated(
          try await store.activate(reference, at: Sample.occasion(time, keeping: Self.historyLimit))
        )
      case .remove(let account, let time, let limit):
        let occasion = Sample.occasion(time, keeping: limit)
        return .removed(try await store.remove(Sample.accountID(account), at: occasion))
      case .renew(let subject, let time):
        return .renewed(
          try await store.renew(
            try Self.subject(subject),
            at: Sample.occasion(time, keeping: Self.historyLimit)
          )
        )
      case .endSessions(let scope, let time, let limit):
        let occasion = Sample.occasion(time, keeping: limit)
        return .ended(try await store.endSessions(try Self.scope(scope), at: occasion))
      case .list(let limit):
        return .listed(try await store.sessions(endedLimit: limit))
      case .find(let text, let limit):
        guard let prefix = SessionIDPrefix(text) else { return .other("no prefix") }
        return .listed(try await store.sessions(beginningWith: prefix, limit: limit))
      case .look(let name, let since, let limit):
        let query = HistoryQuery(
          of: try name.map { try Sample.reference(to: $0) },
          since: since.map { Sample.time($0) },
          limit: limit
        )
        return .told(try await store.events(query))
      case .reopen:
        return .reopened
      }
    } catch NicknameError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as NicknameError {
      return .refused(refusal)
    } catch SessionError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as SessionError {
      return .sessionRefused(refusal)
    } catch AccountError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as AccountError {
      return .accountRefused(refusal)
    } catch {
      return .other("\(error)")
    }
  }

  private static func scope(_ scope: Intention.Scope) throws -> SessionScope {
    switch scope {
    case .session(let number): .session(Sample.sessionID(number))
    case .subject(let name): .subject(try subject(name))
    case .others(let name): .others(than: try subject(name))
    case .all: .all
    }
  }

  private static func subject(_ name: String?) throws -> SessionSubject {
    try name.map { try Sample.holder(of: $0) } ?? .active
  }
}
