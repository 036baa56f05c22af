import MonikerDomain
import Testing

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

  @Test func `may have no limits at all`() throws {
    let unlimited = try NicknamePolicy(maximumCharacters: .max, maximumBytes: .max)
    let long = String(repeating: "가", count: 100_000)
    #expect(try Nickname(long, under: unlimited).text == long)
  }
}
