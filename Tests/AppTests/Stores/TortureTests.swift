import Foundation
import Testing

extension StressTests {
  @Suite struct `Eight processes with random operations` {
    /// The number of operations of each process; `scripts/test --torture` asks for more, with an
    /// optimized build.
    private static let intentions =
      ProcessInfo.processInfo.environment["MONIKER_TEST_TORTURE"].flatMap { Int($0) } ?? 60

    @Test(arguments: ["sqlite", "plist", "postgres"])
    func `lose no acknowledged change, though some of them are killed`(
      store: String
    ) async throws {
      let seed = UInt64.random(in: 1..<1_000_000_000)
      let ending = try await Sandbox().stress(
        "torture",
        "--store",
        store,
        "--processes",
        "8",
        "--intentions",
        "\(Self.intentions)",
        "--kills",
        "\(max(4, Self.intentions / 40))",
        "--seed",
        "\(seed)",
        within: .seconds(7_200)
      )
      // The counts; or what was lost, and the seed.
      print(ending.outputText)
      ending.expect(exit: 0)
    }
  }
}
