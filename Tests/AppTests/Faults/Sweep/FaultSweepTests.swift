import Foundation
import MonikerContract
import Testing

extension StressTests {
  /// Tests a sample of the sweep, or, if `scripts/test --faults` gives a number, every call up to
  /// that of each name.
  @Suite struct `A command with an injected fault` {
    private let limit = ProcessInfo.processInfo.environment["MONIKER_TEST_FAULTS"].flatMap {
      Int($0)
    }

    /// The number of faults of each command in the sample.
    private static let sample = 3

    @Test(arguments: StoreForm.kinds)
    func `leaves the store as before or as after, and reports which`(store: StoreForm) async throws
    {
      let seed = UInt64.random(in: 1 ... .max)
      var random = SeededGenerator(seed: seed)
      // Rows are printed as they come: the whole sweep takes an hour, and may be interrupted.
      if limit != nil { print("\nFaults, store \(store.kind)\n\(Self.heading)") }
      for command in FaultedCommand.all {
        let scene = try await FaultScene(store, command)
        let sweep = FaultSweep(scene: scene)
        var tally: FaultSweep.Tally
        if let limit {
          tally = await sweep.run(scene.injections(upTo: limit))
          if scene.run.calls.count <= limit { tally.violations += await sweep.runPastTheEnd() }
        } else {
          let injections = scene.injections(upTo: .max).shuffled(using: &random)
          tally = await sweep.run(Array(injections.prefix(Self.sample)))
        }
        if limit != nil {
          print(Self.row(command.name, tally))
          fflush(nil)
        }
        #expect(tally.old + tally.new == tally.injections, "seed \(seed)")
        for violation in tally.violations { Issue.record("\(violation), seed \(seed)") }
      }
    }

    private static let heading = row("command", "injections", "old", "new", "violations", "runs")

    private static func row(_ name: String, _ tally: FaultSweep.Tally) -> String {
      row(
        name,
        String(tally.injections),
        String(tally.old),
        String(tally.new),
        String(tally.violations.count),
        String(tally.runs)
      )
    }

    private static func row(_ name: String, _ cells: String...) -> String {
      name.padding(toLength: 16, withPad: " ", startingAt: 0)
        + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
  }
}
