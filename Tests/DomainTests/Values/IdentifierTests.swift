import MonikerDomain
import Testing

@Suite struct `An identifier` {
  @Test(
    arguments: [
      (0, 0, "00000000-0000-0000-0000-000000000000"),
      (.max, .max, "ffffffff-ffff-ffff-ffff-ffffffffffff"),
      (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, "01234567-89ab-cdef-fedc-ba9876543210"),
    ] as [(UInt64, UInt64, String)]
  )
  func `is written as a UUID and read in either letter case`(
    high: UInt64,
    low: UInt64,
    text: String
  ) {
    let identifier = AccountID(high: high, low: low)
    #expect(identifier.description == text)
    #expect(AccountID(text) == identifier)
    #expect(AccountID(text.uppercased()) == identifier)
  }

  @Test(arguments: [
    "", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
    "00000000000000000000000000000000", "0000000-00000-0000-0000-000000000000",
    "g0000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000000\u{E9}",
    "+0000000-0000-0000-0000-000000000000",
  ])
  func `is not parsed from any other text`(text: String) {
    #expect(AccountID(text) == nil)
  }

  /// The parser for bytes from a store processes eight at a time.
  @Test func `is read from a store in lower case alone, for any byte at any index`() {
    let written = Array("01234567-89ab-cdef-fedc-ba9876543210".utf8)
    for position in written.indices {
      for byte in UInt8.min ... .max {
        var bytes = written
        bytes[position] = byte
        let text = String(decoding: bytes, as: UTF8.self)
        let expected = AccountID(text).flatMap { $0.description == text ? $0 : nil }
        let found = bytes.withUnsafeBufferPointer { IdentifierText.parse($0) }
        #expect(
          found.map { AccountID(high: $0.high, low: $0.low) } == expected,
          "byte \(byte) at \(position)"
        )
      }
    }
    for length in [0, 35, 37] {
      let bytes = Array((written + written).prefix(length))
      #expect(bytes.withUnsafeBufferPointer { IdentifierText.parse($0) } == nil)
    }
  }
}
