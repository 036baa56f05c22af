import MonikerDomain
import Testing

@Suite struct `An origin` {
  @Test(arguments: ["", "a\u{1B}[2J", "a\nb", "\u{FFFE}", String(repeating: "x", count: 256)])
  func `leaves out text that cannot be stored or shown`(part: String) {
    #expect(Origin(host: part, terminal: part) == Origin())
  }

  @Test func `keeps text that can be shown`() {
    let origin = Origin(host: "höst 🏠", terminal: String(repeating: "x", count: 255))
    #expect(origin.host == "höst 🏠")
    #expect(origin.terminal?.count == 255)
  }
}
