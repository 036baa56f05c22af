import Testing

@testable import MonikerContract

@Suite struct `The difference of two values` {
  private struct Value {
    var name = "a"
    var number: Int? = 1
    var list = [1, 2, 3, 4]
  }

  private func difference<Subject>(of actual: Subject, from expected: Subject) -> String {
    "\(Difference(of: actual, from: expected))"
  }

  @Test func `names the fields that differ, and no other`() {
    let actual = [Value(), Value(name: "b", number: nil)]
    #expect(
      difference(of: actual, from: [Value(), Value()]) == """
          [1].name is "b", should be "a"
          [1].number is nil, should be Optional(1)
        """
    )
  }

  @Test func `leaves out common beginnings and ends of lists`() {
    #expect(
      difference(of: Value(list: [1, 4]), from: Value()) == """
          list has 2 elements, should have 4
          list[1] should be 2
          list[2] should be 3
        """
    )
    #expect(difference(of: [1, 5, 3], from: [1, 2, 3]) == "  [1] is 5, should be 2")
  }

  @Test func `distinguishes texts that Unicode treats as equal`() {
    #expect(difference(of: "\u{E5}", from: "a\u{30A}").hasPrefix("  is "))
  }

  @Test func `fits on a screen, without longer lines`() {
    let long = String(repeating: "x", count: 1_000)
    let difference = difference(
      of: (0..<100).map { Value(name: "\($0)" + long) },
      from: (0..<100).map { Value(name: long + "\($0)") }
    )
    let lines = difference.split(separator: "\n")
    #expect(lines.count == 30)
    #expect(lines.last == "… and 71 more differences")
    #expect(lines.allSatisfy { $0.count <= 250 })
  }
}
