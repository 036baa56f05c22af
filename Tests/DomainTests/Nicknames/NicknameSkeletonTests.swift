import MonikerDomain
import Testing

@Suite struct `The skeleton of a nickname` {
  @Test(arguments: [
    ("paypal", "paypa1"), ("paypal", "раураl"), ("gildong", "gіldоng"), ("modern", "modem"),
    ("lllo", "1l1o"), ("scope", "ѕсоре"), ("a\u{2010}b", "a-b"),
    ("l\u{B7}l", "l\u{2022}l"), ("カー", "カ一"), ("o", "о"), ("o", "ο"),
    ("x\u{323}y", "x\u{323}у"), ("rn", "m"), ("ﬁ\u{307}", "fi\u{307}"),
  ])
  func `is equal for names that look the same`(one: String, other: String) throws {
    #expect(try Nickname(one).skeleton == Nickname(other).skeleton)
  }

  @Test(arguments: [
    ("gildong", "gildonk"), ("a b", "ab"), ("홍길동", "홍길둥"), ("ä", "a"), ("e", "é"), ("s", "5"),
    ("日本", "日木"),
  ])
  func `differs for names that look different`(one: String, other: String) throws {
    #expect(try Nickname(one).skeleton != Nickname(other).skeleton)
  }

  @Test(arguments: [
    ("paypal", "paypaI"), ("PayPal", "PaypaI"), ("bob", "b0b"), ("BOB", "b0b"), ("Bob", "Воb"),
    ("Lan", "lan"), ("lan", "IAN"), ("Ian", "ІАN"),
  ])
  func `is equal for names that look the same as shown`(one: String, other: String) throws {
    #expect(try Nickname(one).shownSkeleton == Nickname(other).shownSkeleton)
    #expect(try Nickname(one).resembles(Nickname(other)))
  }

  @Test(arguments: [("IAN", "іan"), ("MODEM", "modern"), ("paypal", "PAYPA1")])
  func `is equal for names that look the same in lower case`(one: String, other: String) throws {
    #expect(try Nickname(one).resembles(Nickname(other)))
  }

  @Test(arguments: [("ian", "lan"), ("PAYPAL", "paypai"), ("홍", "흥")])
  func `differs for names that are distinguishable`(one: String, other: String) throws {
    #expect(try !Nickname(one).resembles(Nickname(other)))
  }

  @Test(arguments: [
    "山田タロウ", "さくらSakura", "길동 Hong", "K팝fan", "東京タワー", "Привет", "Ελλάδα", "שלום", "مرحبا",
    "日本語・カタカナ", "한국 漢字 かな",
  ])
  func `does not prevent names in several scripts`(name: String) throws {
    #expect(try Nickname(name).text == name)
  }

  @Test(
    arguments: [
      ("paypa1", "paypal", [("1", "l")]),
      ("раураl", "paypal", [("р", "p"), ("а", "a"), ("у", "y"), ("р", "p"), ("а", "a")]),
      ("modem", "modern", [("m", "rn")]),
      ("rnodern", "modem", [("rn", "m"), ("rn", "m")]),
      ("ABC1", "abcl", [("1", "l")]),
      ("paypaI", "PayPal", [("I", "l")]),
      ("b0b", "BOB", [("0", "O")]),
      ("MODEM", "modern", [("m", "rn")]),
      ("xо\u{323}", "xo\u{323}", [("о", "o")]),
    ] as [(String, String, [(String, String)])]
  )
  func `shows where two names with one skeleton differ`(
    wanted: String,
    held: String,
    differences: [(String, String)]
  ) throws {
    let resemblance = NicknameResemblance(of: try Nickname(wanted), to: try Nickname(held))
    #expect(
      resemblance.differences
        == differences.map { NicknameResemblance.Difference(wanted: $0.0, held: $0.1) }
    )
  }
}
