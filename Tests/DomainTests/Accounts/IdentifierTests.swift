import MonikerDomain
import Testing

@Suite struct `An identifier` {
  @Test(
    arguments: [
      (0, "00000000-0000-0000-0000-000000000000"),
      (UInt128.max, "ffffffff-ffff-ffff-ffff-ffffffffffff"),
      (
        0x0123_4567_89ab_cdef_0123_4567_89ab_cdef, "01234567-89ab-cdef-0123-456789abcdef"
      ),
    ] as [(UInt128, String)]
  )
  func `is written as a UUID and read in either letter case`(bits: UInt128, text: String) {
    #expect(AccountID(bits: bits).description == text)
    #expect(AccountID(text) == AccountID(bits: bits))
    #expect(AccountID(text.uppercased()) == AccountID(bits: bits))
  }

  @Test(arguments: [
    "", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
    "00000000000000000000000000000000", "0000000-00000-0000-0000-000000000000",
    "g0000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000000\u{E9}",
    "+0000000-0000-0000-0000-000000000000",
  ])
  func `is not read from any other text`(text: String) {
    #expect(AccountID(text) == nil)
  }
}
