import Testing

@testable import MonikerDomain

@Suite struct `A policy` {
  let policy: NicknamePolicy

  init() throws {
    policy = try NicknamePolicy(maximumCharacters: 6, maximumBytes: 12, reserving: ["Admin", "모두"])
  }

  @Test(
    arguments: [
      ("admin", "Admin"), ("ADMIN", "Admin"), ("ａｄｍｉｎ", "Admin"), ("аdmin", "Admin"),
      ("adrnin", "Admin"), ("ΑDΜIΝ", "Admin"), ("ADMlN", "Admin"),
      ("\u{1106}\u{1169}두", "모두"),
    ]
  )
  func `reserves names in any spelling, and their look-alikes`(typed: String, name: String) {
    #expect(throws: NicknameRejection(.reserved(name))) { try Nickname(typed, under: policy) }
  }

  @Test(arguments: ["admins", "a", "모두들"])
  func `does not reserve other names`(typed: String) throws {
    #expect(try Nickname(typed, under: policy).text == typed)
  }

  @Test(
    arguments: [
      ("1234567", .tooManyCharacters(7, limit: 6)), ("가나다라마", .tooManyBytes(15, limit: 12)),
      (String(repeating: "a", count: 193), .tooManyBytes(193, limit: 12)),
    ] as [(String, NicknameRejection.Reason)]
  )
  func `has its own limits`(typed: String, reason: NicknameRejection.Reason) throws {
    let rejection = try #require(throws: NicknameRejection.self) {
      try Nickname(typed, under: policy)
    }
    #expect(rejection.reason == reason)
  }

  @Test(arguments: ["moniker", "Nobody", "NOBОDY"])
  func `reserves the names that messages use`(typed: String) throws {
    let rejection = try #require(throws: NicknameRejection.self) {
      try Nickname(typed, under: .reservingOwnNames)
    }
    guard case .reserved = rejection.reason else {
      Issue.record("\(rejection)")
      return
    }
    #expect(try Nickname(typed).text == typed)
  }

  @Test func `cannot reserve a text that is no nickname`() {
    #expect(throws: NicknameRejection.self) { try NicknamePolicy(reserving: ["a\tb"]) }
  }

  @Test(
    arguments: [
      ("mina\u{2800}", .blank, 5, "mina"), ("mi\u{1D159}na", .blank, 3, "mi na"),
      ("\u{2800}", .blank, 1, nil), (" a\u{16FE4}b", .blank, 3, "a b"),
      ("\u{338}mina", .leadingMark, 1, "mina"), ("\u{338}\u{903} x", .leadingMark, 1, "x"),
      // Normalization makes a space and a mark of the diaeresis.
      ("¨a", .leadingMark, 1, "a"), ("\u{301}", .leadingMark, 1, nil),
    ] as [(String, DisallowedScalar.Rule, Int, String?)]
  )
  func `refuses what shows nothing, and a mark at the beginning`(
    typed: String,
    rule: DisallowedScalar.Rule,
    position: Int,
    suggestion: String?
  ) throws {
    for policy in [policy, .standard] {
      let rejection = try #require(throws: NicknameRejection.self) {
        try Nickname(typed, under: policy)
      }
      guard case .disallowed(let found) = rejection.reason else {
        Issue.record("\(rejection)")
        continue
      }
      #expect(found.rule == rule)
      #expect(found.position == position)
      #expect(rejection.suggestion == suggestion)
    }
    #expect(throws: Never.self) { try Nickname(typed, under: .unlimited) }
  }

  /// The names and categories are those of the standard library: another source than the tables.
  @Test func `refuses these and no other characters of Unicode`() {
    var blank: [Unicode.Scalar] = []
    var differences: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.generalCategory != .unassigned else { continue }
      let isMark = [.nonspacingMark, .spacingMark, .enclosingMark]
        .contains(properties.generalCategory)
      let isBlank = ["BLANK", "SCRIPT FILLER", "NULL NOTEHEAD"]
        .contains { properties.name?.hasSuffix($0) == true }
      if isBlank { blank.append(scalar) }
      for (text, rule) in [
        ("\(scalar)", isBlank ? DisallowedScalar.Rule.blank : isMark ? .leadingMark : nil),
        ("a\(scalar)", isBlank ? .blank : nil),
      ] {
        var found: DisallowedScalar.Rule?
        do throws(NicknameRejection.Reason) {
          try NicknamePolicy.standard.checkVisibility(of: text, typed: text)
        } catch {
          if case .disallowed(let scalar) = error { found = scalar.rule }
        }
        if found != rule { differences.append(value) }
      }
    }
    #expect(differences == [])
    #expect(blank == ["\u{2800}", "\u{13441}", "\u{13442}", "\u{16FE4}", "\u{1D159}"])
  }

  @Test func `may have no limits at all`() throws {
    let unlimited = try NicknamePolicy(maximumCharacters: .max, maximumBytes: .max)
    let long = String(repeating: "가", count: 100_000)
    #expect(try Nickname(long, under: unlimited).text == long)
  }
}
