/// A series of faults, each injected into its own run of a command.
struct FaultSweep: Sendable {
  /// The results of the sweep.
  struct Tally: Sendable {
    var injections = 0
    var old = 0
    var new = 0
    var runs = 0
    var violations: [String] = []
  }

  let scene: FaultScene

  /// The number of runs in which a fault may strike where it is intended.
  private var attempts: Int { scene.command.hasManyStores ? 3 : 60 }

  /// The number of concurrent runs.
  private static let width = 6

  func run(_ injections: [Injection]) async -> Tally {
    var tally = Tally()
    await withTaskGroup(of: Tally.self) { group in
      var rest = injections[...]
      for injection in rest.prefix(Self.width) { group.addTask { await run(injection) } }
      rest = rest.dropFirst(Self.width)
      while let part = await group.next() {
        tally.add(part)
        if let injection = rest.popFirst() { group.addTask { await run(injection) } }
      }
    }
    return tally
  }

  private func run(_ injection: Injection) async -> Tally {
    var tally = Tally()
    tally.injections = 1
    for attempt in 1...attempts {
      tally.runs += 1
      // Which thread makes a call varies from run to run, and may never be the intended one.
      let isAnywhere = scene.command.hasManyStores || attempt > 50
      guard let outcome = await scene.outcome(of: injection, anywhere: isAnywhere) else { continue }
      tally.violations = outcome.violations.map { describe(injection, $0) }
      if outcome.state == .old { tally.old = 1 }
      if outcome.state == .new { tally.new = 1 }
      return tally
    }
    if scene.command.hasManyStores {
      // No thread makes so many calls.
      tally.injections = 0
    } else {
      tally.violations.append(describe(injection, "it never struck there"))
    }
    return tally
  }

  /// Injects faults at calls that no longer occur.
  func runPastTheEnd() async -> [String] {
    var violations: [String] = []
    for injection in scene.injectionsPastTheEnd {
      guard let sandbox = try? scene.sandbox(),
        let run = try? await scene.traced(in: sandbox, with: injection),
        injection.struck(in: run).isEmpty, run.ending.status == .exited(0)
      else {
        violations.append(describe(injection, "it is not untouched"))
        continue
      }
    }
    return violations
  }

  private func describe(_ injection: Injection, _ violation: String) -> String {
    "\(scene.command.name), \(injection): \(violation)"
  }
}

extension FaultSweep.Tally {
  mutating func add(_ other: Self) {
    injections += other.injections
    old += other.old
    new += other.new
    runs += other.runs
    violations += other.violations
  }
}
