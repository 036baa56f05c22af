import MonikerDomain
import Testing

@Suite struct `A nickname of an earlier version` {
  private func adopted(_ earlier: [(String, String)]) -> [Nickname] {
    NicknameAdoption.adopt(earlier.map { (text: $0.0, key: $0.1) })
  }

  @Test func `keeps its text and gets today's forms`() throws {
    let names = adopted([("Gildong", "gildong"), ("x²", "x²"), ("ｍｉｎａ", "ｍｉｎａ")])
    #expect(names.map(\.text) == ["Gildong", "x²", "ｍｉｎａ"])
    #expect(names.map(\.key.text) == ["gildong", "x2", "mina"])
    #expect(
      names.map(\.skeleton)
        == [try Nickname("gildong"), try Nickname("x2"), try Nickname("mina")].map(\.skeleton)
    )
    #expect(names.allSatisfy { !$0.isLapsed })
  }

  @Test func `keeps a claim that did not change before one that did, whoever came first`() {
    let names = adopted([("ΣΑΣ", "σασ"), ("σας", "σας"), ("ﬁona", "ﬁona"), ("fiona", "fiona")])
    #expect(names.map(\.isLapsed) == [true, false, true, false])
    #expect(names.map(\.key) == names.map { $0.isLapsed ? $0.spellingKey : NicknameKey(of: $0) })
  }

  @Test func `goes by age where all claims changed`() {
    let names = adopted([("x²", "x²"), ("ｘ２", "ｘ２")])
    #expect(names.map(\.isLapsed) == [false, true])
  }

  @Test func `keeps its claim where it only looks like another`() {
    let names = adopted([("paypa1", "paypa1"), ("paypal", "paypal"), ("раураl", "раураl")])
    #expect(names.map(\.key.text) == ["paypa1", "paypal", "раураl"])
    #expect(names.map(\.isLapsed) == [false, true, true])
    #expect(Set(names.map(\.skeleton)).count == 3)
  }

  @Test func `that is not allowed any more is known by its spelling`() {
    let names = adopted([("👩‍👧", "👩‍👧"), ("a\u{AD}b", "a\u{AD}b")])
    #expect(names.map(\.text) == ["👩‍👧", "a\u{AD}b"])
    #expect(names.map(\.key) == names.map(\.spellingKey))
  }

  @Test func `all are kept, and all keys differ`() {
    let texts = ["ΣΑΣ", "σας", "ΣΑς", "ß", "ẞ", "ſ", "s", "S", "ﬀ", "ff", "1", "l", "①", "I"]
    var seen: Set<String> = []
    let earlier = texts.filter { seen.insert($0.lowercased()).inserted }.map {
      ($0, $0.lowercased())
    }
    let names = adopted(earlier)
    #expect(names.map(\.text) == earlier.map(\.0))
    #expect(Set(names.map(\.key)).count == names.count)
    #expect(Set(names.map(\.skeleton)).count == names.count)
  }
}

extension NicknameKey {
  /// The key that the rules of today give a nickname's text.
  fileprivate init?(of nickname: Nickname) {
    guard let key = try? Nickname(nickname.text).key else { return nil }
    self = key
  }
}
