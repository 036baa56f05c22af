import MonikerContract
import Testing

@Suite struct `The check of the contract` {
  /// Tests each law with the faults that should break it; testing all laws with all faults takes
  /// seventy times as long.
  @Test func `has a faulty store that breaks each law, and each faulty store breaks its laws`()
    async throws
  {
    let laws = Dictionary(uniqueKeysWithValues: Contract.laws.map { ($0.name, $0) })
    let findings = await withTaskGroup(of: (law: String, fault: String, isBroken: Bool).self) {
      group in
      for fault in Fault.all {
        for name in fault.laws {
          group.addTask {
            guard let law = laws[name] else { return (name, fault.name, false) }
            return (name, fault.name, await isBroken(law, by: fault))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let broken = Set(findings.filter(\.isBroken).map(\.law))
    let unbroken = Set(laws.keys).subtracting(broken).sorted()
    #expect(unbroken.isEmpty, "No fault breaks:\n\(unbroken.joined(separator: "\n"))")
    for finding in findings where !finding.isBroken {
      Issue.record("A store that \(finding.fault) does not break: \(finding.law)")
    }
  }

  @Test(arguments: Contract.laws)
  func `accepts a store without a fault`(law: Law) async throws {
    try await law.check(FaultyStore.underTest(.none))
  }

  /// A law that needs something that it does not name would fail on a store that cannot do that.
  @Test(arguments: Contract.laws)
  func `accepts a store that can do no more than a law needs`(law: Law) async throws {
    let lacking = Set.local.subtracting(law.needs)
    try await law.check(FaultyStore.underTest(.lacking(lacking)))
  }

  private func isBroken(_ law: Law, by fault: Fault) async -> Bool {
    do {
      try await law.check(FaultyStore.underTest(fault))
      return false
    } catch {
      return true
    }
  }

  @Test func `accepts a store without a fault in a walk`() async throws {
    let store = FaultyStore.underTest(.none)
    try await RandomWalk(seed: 1, steps: 500, devices: 3, for: store).check(store)
  }

  @Test(
    arguments: [
      "loses its content when it is opened again",
      "acknowledges a change before it is written",
      "loses the origin of a change",
      "removes the events of an account with it",
    ]
  )
  func `finds a fault in a walk, reports the seed and shortens the walk`(
    name: String
  ) async throws {
    let store = FaultyStore.underTest(try #require(Fault.named(name)))
    let broken = await #expect(throws: LawBroken.self) {
      try await RandomWalk(seed: 7, steps: 400, devices: 3, for: store).check(store)
    }
    let report = try #require(broken?.description)
    #expect(report.contains("seed 7"))
    #expect(report.contains("  1. "))
    // Each of these faults needs two or three steps.
    #expect(!report.contains("  4. "))
    // The report fits on a screen and does not list the whole content of both stores.
    #expect(report.split(separator: "\n").count <= 46)
    #expect(report.count <= 8_000)
  }
}
