import Foundation
import Moniker
import MonikerDoubles
import MonikerModel
import Testing

/// The library's front end; `scripts/check-examples` tries it on the store of the tool.
@Suite struct `The library` {
  private static func places(_ folder: TemporaryFolder) -> [StoreLocation] {
    [
      .inMemory, .sqlite(folder.file("who.sqlite")), .propertyList(folder.file("who.plist")),
    ]
  }

  @Test(arguments: 0..<3) func `tells who is signed in, from sign-in to sign-out`(
    kind: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let moniker = Moniker(Self.places(folder)[kind])
    var states = moniker.states().makeAsyncIterator()
    #expect(try await states.next()?.description == "Nobody is signed in.")
    #expect(try await moniker.current == nil)
    let signIn = try await moniker.signIn("Mina", for: .seconds(3600))
    #expect(signIn.isNewAccount)
    #expect(try await moniker.current?.nickname == "Mina")
    let state = try await states.next()
    #expect(state?.description == "Mina is signed in.")
    #expect(state?.isSignedIn == true && state?.account == signIn.active.account)
    #expect(signIn.active.session.expiresAt != nil)
    let signOut = try await moniker.signOut()
    #expect(signOut.ended?.nickname == "Mina")
    #expect(try await states.next() == .signedOut)
    #expect(try await moniker.state().account == nil)
    await moniker.close()
  }

  @Test func `gives the use cases on the same store`() async throws {
    let moniker = Moniker(.inMemory)
    try await moniker.signIn("mina")
    _ = try await moniker.setNickname.rename(to: "robert")
    #expect(try await moniker.userSession.isSignedIn())
    #expect(try await moniker.accounts.account("robert").nickname.text == "robert")
  }

  @Test func `uses a store that is given to it`() async throws {
    let clock = ManualClock()
    let store = InMemoryRepository(owner: .test(clock))
    let moniker = Moniker(store: store, in: .test, now: { clock.now })
    try await moniker.signIn("mina", for: .seconds(5))
    clock.advance(by: 5_000)
    #expect(try await moniker.current == nil)
    #expect(
      try await moniker.state().description
        == "The session of mina expired at 2023-11-14T22:13:25.000Z."
    )
  }

  @Test func `fails in whole sentences`() async throws {
    let folder = try TemporaryFolder()
    func sentence(_ moniker: Moniker, _ nickname: String) async -> String {
      do {
        try await moniker.signIn(nickname)
        return "no error"
      } catch {
        return "\(error)"
      }
    }
    let moniker = Moniker(.sqlite(folder.file("who.sqlite")))
    try await moniker.signIn("mina")
    #expect(
      await sentence(moniker, "a\u{7}b")
        == "This is not a nickname: code point 2 is U+0007, a control character."
    )
    #expect(
      await sentence(moniker, "rnina").hasPrefix("The nickname \"rnina\" looks like \"mina\"")
    )
    let path = folder.file("damaged.sqlite")
    try Data("SQLite format 3\0 and nothing else".utf8).write(to: URL(filePath: path))
    let damaged = await sentence(Moniker(.sqlite(path)), "mina")
    #expect(damaged.hasPrefix("The store \(path) failed: "), "\(damaged)")
    let reserved = await sentence(Moniker(.sqlite(folder.file("who.sqlite-wal"))), "mina")
    #expect(
      reserved
        == "The store \(folder.file("who.sqlite-wal")) failed: The name of a store must not end "
        + "with -wal: other stores have such files beside their own. Choose another name."
    )
    let states = Moniker(.sqlite(folder.file("who.sqlite-wal"))).states()
    await #expect(throws: SessionError.self) { for try await _ in states {} }
  }

  @Test(arguments: 0..<3) func `follows the session of any account`(kind: Int) async throws {
    let folder = try TemporaryFolder()
    let moniker = Moniker(Self.places(folder)[kind])
    var states = moniker.states(of: "mina").makeAsyncIterator()
    #expect(try await states.next() == .signedOut)
    try await moniker.signIn("mina")
    #expect(try await states.next()?.account?.nickname.text == "mina")
    // Another account becomes the active one: the session of mina stays as it is.
    try await moniker.signIn("robert")
    #expect(try await moniker.current?.nickname == "robert")
    _ = try await moniker.userSession.signOut(.holder(of: NicknameReference(try Nickname("mina"))))
    #expect(try await states.next() == .signedOut)
    var none = moniker.states(of: " ").makeAsyncIterator()
    #expect(try await none.next() == .signedOut)
    await moniker.close()
  }

  @Test func `has errors whose localized descriptions are sentences`() async throws {
    let moniker = Moniker(.inMemory)
    do {
      try await moniker.signIn("a\u{7}b")
      Issue.record("no error")
    } catch {
      let sentence = "This is not a nickname: code point 2 is U+0007, a control character."
      #expect((error as any Error).localizedDescription == sentence)
    }
    let failure = StoreFailure(.busy, at: "/a", detail: "it is locked")
    for error in [
      NicknameError.store(failure), SessionError.store(failure), AccountError.store(failure),
      HistoryError.store(failure), StoreError.store(failure), CredentialError.store(failure),
      IntentionError.store(failure), failure,
    ] as [any Error] {
      #expect(error.localizedDescription == "The store /a failed: it is locked.")
    }
  }

  @Test(arguments: [0, 1, 999, 1_700_000_000_123, 253_402_300_799_999] as [Int64])
  func `converts moments to dates and back`(milliseconds: Int64) {
    let moment = Timestamp(millisecondsSince1970: milliseconds)
    #expect(Timestamp(Date(moment)) == moment)
  }

  @Test(
    arguments: [
      (-1e300, 0), (1e300, 253_402_300_799_999), (.nan, 0), (-0.001, 0), (1.0004, 1_000),
    ] as [(Double, Int64)]
  )
  func `takes the nearest moment of a date`(seconds: Double, expected: Int64) {
    let moment = Timestamp(Date(timeIntervalSince1970: seconds))
    #expect(moment.millisecondsSince1970 == expected)
  }

  @Test func `has the system's time, and new IDs`() {
    let before = Timestamp(Date())
    let now = Timestamp.now
    // The two clocks are the same, but are rounded differently.
    #expect(before.duration(to: now) >= .milliseconds(-1))
    let ids = (0..<100).map { _ in AccountID.random() }
    #expect(Set(ids).count == 100)
    for id in ids {
      let text = Array(id.description.utf8)
      #expect(text[14] == UInt8(ascii: "4") && "89ab".utf8.contains(text[19]))
    }
  }
}
