import Foundation
import Testing

extension StressTests {
  @Suite struct `Eight processes that guess` {
    @Test func `never get in, in 10,000 attempts`() async throws {
      let seed = UInt64.random(in: 1..<1_000_000_000)
      let ending = try await Sandbox().stress(
        "guess",
        "--processes",
        "8",
        "--attempts",
        "10000",
        "--seed",
        "\(seed)",
        within: .seconds(3_600)
      )
      // What got in, and the seed.
      print(ending.outputText)
      ending.expect(exit: 0)
    }
  }
}
