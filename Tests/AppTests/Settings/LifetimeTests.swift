import MonikerDomain
import Testing

@testable import MonikerTool

@Suite struct `A duration` {
  @Test(
    arguments: [
      ("1s", 1), ("90s", 90), ("10m", 600), ("8h", 28_800), ("1d12h", 129_600), ("2w", 1_209_600),
      ("1h30m15s", 5_415), ("3650d", 315_360_000), ("0h5s", 5),
    ] as [(String, Int64)]
  )
  func `consists of numbers with units`(text: String, seconds: Int64) {
    #expect(Lifetime.read(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "8", "h", "8x", "8 h", " 8h", "-8h", "+8h", "8H", "1.5h", "0s", "0h0m", "3651d", "522w",
    "٣h",
    "99999999999s", "9999999999d", "8h8", "8hh", "8h\u{301}",
  ])
  func `has no other form`(text: String) {
    #expect(Lifetime.read(text) == nil)
  }
}
