import MonikerDomain
import Testing

@Suite struct `The prefix of a session ID` {
  private let id = SessionID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)

  @Test(arguments: [
    "0", "0123", "01234567", "01234567-", "0123456789", "01234567-89aB-CDEF-fedc", " 0123\n",
    "0123456789abcdeffedcba9876543210", "01234567-89ab-cdef-fedc-ba9876543210",
  ])
  func `is accepted with or without hyphens, in either letter case`(typed: String) {
    #expect(SessionIDPrefix(typed)?.begins(id) == true)
  }

  @Test(arguments: ["1", "01235", "01234567-89ab-cdef-fedc-ba9876543211"])
  func `does not match another ID`(typed: String) {
    #expect(SessionIDPrefix(typed)?.begins(id) == false)
  }

  @Test(arguments: ["", "-", "g", "0x1", "١", "0123456789abcdeffedcba98765432100", "--all"])
  func `has no other form`(typed: String) {
    #expect(SessionIDPrefix(typed) == nil)
  }
}
