#if Server
import MonikerDomain
import Testing

@testable import MonikerServer

@Suite struct `A secret` {
  @Test(arguments: Secret.Kind.allCases)
  func `is read as it was made, and differs each time`(kind: Secret.Kind) {
    var digests: Set<[UInt8]> = []
    for _ in 0..<100 {
      let secret = Secret(kind) { .random(in: .min ... .max) }
      #expect(Secret(kind, typed: secret.text)?.digest == secret.digest)
      digests.insert(secret.digest.bytes)
      for other in Secret.Kind.allCases where other != kind {
        #expect(Secret(other, typed: secret.text) == nil)
      }
    }
    #expect(digests.count == 100)
  }

  /// The bits that a form of symbols can hold.
  @Test(arguments: [
    (Secret.Kind.token, 64.0, 43, 256.0), (.identityToken, 64, 43, 256),
    (.deviceCode, 64, 43, 256), (.recoveryKey, 32, 26, 128), (.userCode, 20, 8, 34),
  ])
  func `has enough bits`(kind: Secret.Kind, symbols: Double, count: Int, bits: Double) {
    let text = Secret(kind) { .random(in: .min ... .max) }.text.dropFirst(kind.rawValue.count)
    let separators = kind == .recoveryKey || kind == .userCode ? text.count { $0 == "-" } : 0
    #expect(text.count - separators == count)
    var power = 1.0
    for _ in 0..<count { power *= symbols }
    #expect(power >= (0..<Int(bits)).reduce(1.0) { result, _ in result * 2 })
  }

  @Test func `uses each symbol equally often`() {
    var counts: [Character: Int] = [:]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      for symbol in Secret(.userCode, random: { generator.next() }).text where symbol != "-" {
        counts[symbol, default: 0] += 1
      }
    }
    // 16,000 symbols, 800 of each: 6 standard deviations are 165.
    #expect(counts.count == 20)
    #expect(counts.values.allSatisfy { 635...965 ~= $0 }, "\(counts)")
  }

  @Test(arguments: [
    "mnr-2A710-V1N0M-E9Z88-X0B1A-9FQRW1", "MNR-2a710-v1n0m-e9z88-x0b1a-9fqrw1",
    "2A710V1N0ME9Z88X0B1A9FQRW1", " mnr 2A7IO VLNOM E9Z88 XOBIA 9FQRWI ",
  ])
  func `that a person types may be written otherwise`(typed: String) {
    #expect(Secret(.recoveryKey, typed: typed)?.text == "mnr-2A710-V1N0M-E9Z88-X0B1A-9FQRW1")
  }

  @Test(arguments: [
    "", "mnr-", "mnr-2A710-V1N0M-E9Z88-X0B1A-9FQRW", "mnr-2A710-V1N0M-E9Z88-X0B1A-9FQRWU",
    "mnr-2A710-V1N0M-E9Z88-X0B1A-9FQRW11", "mnr-２A710-V1N0M-E9Z88-X0B1A-9FQRW1",
  ])
  func `of another form is none`(typed: String) {
    #expect(Secret(.recoveryKey, typed: typed) == nil)
  }

  @Test func `never shows in the digest's text`() {
    #expect("\(Secret(.token) { 1 }.digest)" == "a digest")
  }
}
#endif
