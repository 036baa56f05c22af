import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

/// Stores that the first version of the program made: files that are out there.
@Suite struct `A store of version 1` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// In the order in which they signed in; the first version let all of them through.
  private static let names = [
    "gildong", "ΣΑΣ", "σας", "ﬁona", "fiona", "paypal", "paypa1", "👩‍👩‍👧 & co", "홍 길동", "Straße",
    "ｍｉｎａ",
    "İstanbul", "x²", "мina",
  ]

  /// Puts the fixture where a store can be opened.
  private func place(_ store: DurableStore) throws -> String {
    let path = folder.file(store.fixture)
    try FileManager.default.copyItem(atPath: store.fixture(ofVersion: 1), toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  @Test(arguments: DurableStore.allCases)
  func `keeps every account, session and nickname`(store: DurableStore) async throws {
    let path = try place(store)
    for _ in 0..<2 {
      let opened = store.open(path)
      let accounts = try await opened.accounts()
      #expect(accounts.map(\.nickname.text) == Self.names)
      let active = try await opened.current().active
      #expect(active?.account == accounts[1])
      let sessions = try await opened.sessions(endedLimit: 99).entries
      // The last one signed out.
      #expect(sessions.map(\.account.nickname.text) == Self.names.dropLast())
      #expect(sessions.allSatisfy { $0.session.origin.host == "example" })
    }
  }

  @Test(arguments: DurableStore.allCases)
  func `is the same whichever store reads it, and once it has been written`(
    store: DurableStore
  ) async throws {
    let path = try place(store)
    let opened = store.open(path)
    let other = DurableStore.allCases.filter { $0 != store }[0]
    let reference = other.open(try place(other))
    let forms = try await opened.accounts().map(\.nickname)
    #expect(forms == (try await reference.accounts().map(\.nickname)))
    _ = try await opened.signIn("new", 999)
    #expect(try await opened.accounts().map(\.nickname).dropLast() == forms[...])
    let again = try await store.open(path).accounts().map(\.nickname)
    #expect(again.dropLast() == forms[...])
  }

  @Test(arguments: DurableStore.allCases)
  func `reports each nickname that today's rules would refuse`(store: DurableStore) async throws {
    let opened = store.open(try place(store))
    let accounts = try await opened.accounts()
    let lapsed = try await opened.lapsedNicknames(limit: 99)
    let joiner = try #require(throws: NicknameRejection.self) { try Nickname("👩‍👩‍👧 & co") }
    #expect(
      lapsed == [
        LapsedNickname(account: accounts[1], reason: .sameClaim(as: accounts[2])),
        LapsedNickname(account: accounts[3], reason: .sameClaim(as: accounts[4])),
        LapsedNickname(account: accounts[6], reason: .resembles(accounts[5])),
        LapsedNickname(account: accounts[7], reason: .notAllowed(joiner.reason)),
      ]
    )
    #expect(try await opened.lapsedNicknames(limit: 2) == Array(lapsed.prefix(2)))
    #expect(try await opened.lapsedNicknames(limit: 0) == [])
  }

  @Test(arguments: DurableStore.allCases)
  func `leads to the account whose exact spelling is given, else to the claim's`(
    store: DurableStore
  ) async throws {
    let opened = store.open(try place(store))
    let accounts = try await opened.accounts()
    let expected = [
      ("ΣΑΣ", 1), ("σας", 2), ("Σας", 2), ("ﬁona", 3), ("fiona", 4), ("FIONA", 4), ("PAYPA1", 6),
      ("STRASSE", nil), ("STRAẞE", 9), ("mina", 10), ("x2", 12), ("мina", 13),
    ]
    for (number, (name, place)) in expected.enumerated() {
      let signIn = try await opened.signIn(name, UInt64(1_000 + number))
      #expect(signIn.isNewAccount == (place == nil), "\(name)")
      if let place { #expect(signIn.active.account == accounts[place], "\(name)") }
    }
  }

  @Test(arguments: DurableStore.allCases)
  func `lets its people sign in by names that are not allowed any more`(
    store: DurableStore
  ) async throws {
    let opened = store.open(try place(store))
    let useCase = SetNicknameUseCase(
      nicknames: opened,
      sessions: opened,
      policy: try NicknamePolicy(reserving: ["gildong"]),
      present: { Occasion(at: Timestamp(millisecondsSince1970: 1)) },
      newAccountID: { AccountID(high: 9, low: 1) },
      newSessionID: { SessionID(high: 9, low: 1) }
    )
    let accounts = try await opened.accounts()
    #expect(try await useCase.set("👩‍👩‍👧 & co").active.account == accounts[7])
    #expect(try await useCase.set("GILDONG").active.account == accounts[0])
    // Known by its spelling alone: another account holds the key.
    #expect(try await useCase.set(" ﬁona").active.account == accounts[3])
    await #expect(throws: NicknameError.self) { try await useCase.set("👩‍👧") }
    await #expect(throws: NicknameError.self) { try await useCase.set("gi1dong") }
    #expect(try await opened.accounts() == accounts)
    // A new name ends it.
    _ = try await useCase.set("👩‍👩‍👧 & co")
    #expect(try await useCase.rename(to: "family").after.account.id == accounts[7].id)
    #expect(try await useCase.lapsed(limit: 99).count == 3)
  }

  @Test(arguments: DurableStore.allCases)
  func `keeps what has lapsed until it is claimed anew`(store: DurableStore) async throws {
    let opened = store.open(try place(store))
    let accounts = try await opened.accounts()
    let occasion = Occasion(at: Timestamp(millisecondsSince1970: 1))
    // Its own name, as it is, is no change, be it the claim or the looks that lapsed.
    for place in [1, 6] {
      let own = accounts[place]
      let nickname = try Nickname(own.nickname.text)
      #expect(try await opened.claim(nickname, for: own.id, at: occasion) == own)
      // Nobody else gets it.
      await #expect(throws: NicknameError.taken(nickname, holder: own)) {
        try await opened.claim(nickname, for: AccountID(high: 9, low: 9), at: occasion)
      }
    }
    // Once the other is gone it can be claimed, and has not lapsed any more.
    _ = try await opened.claim(try Nickname("somebody"), for: accounts[2].id, at: occasion)
    #expect(try await opened.lapsedNicknames(limit: 1).map(\.reason) == [.claimable])
    let claimed = try await opened.claim(try Nickname("ΣΑΣ"), for: accounts[1].id, at: occasion)
    #expect(claimed.nickname.key == (try Nickname("σας").key))
    #expect(!claimed.nickname.isLapsed)
  }

  @Test func `in which two accounts hold one nickname is damaged, and stays as it is`() async throws
  {
    let path = try place(.propertyList)
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacing("<string>σας</string>", with: "<string>σασ</string>")
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let failure = await DurableStore.propertyList.open(path).failures()[1]
    #expect(failure?.reason == .damaged)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}
