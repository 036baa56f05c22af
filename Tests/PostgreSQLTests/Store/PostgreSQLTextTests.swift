#if Server
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

/// What a person types never becomes a part of a statement.
@Suite struct `The texts of a store in PostgreSQL` {
  static let hostile = [
    "'; DROP TABLE moniker.account; --", "\" OR 1=1 --", "\\'; SELECT pg_sleep(9); --", "$1",
    "$$x$$",
    "%s%n", "{a,b}", "{\"a\",NULL}", "NULL", "\\N", "\\x00", "E'\\''", "''", "\\\\", "a\tb",
    "U&'\\0041'",
    "🧑‍🚀 Ünïcödé 길동", "\u{202E}x", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "a\u{301}",
  ]

  private static let pieces = hostile + ["'", "\"", "\\", ";", "--", "/*", "{", "}", ",", "0", " "]

  /// A text of some pieces.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...4, using: &generator)
    return (0..<count).map { _ in
      Bool.random(using: &generator)
        ? pieces.randomElement(using: &generator) ?? ""
        : String(Unicode.Scalar(UInt32.random(in: 1...0xD7FF, using: &generator)) ?? "x")
    }.joined()
  }

  /// Texts that a device's label, a host or a title may be.
  private static func texts(count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in text(&generator) }
  }

  @Test func `come back to the letter, or are refused before`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("The seed is \(seed).")
    let database = try TestDatabase()
    let store = try database.store(poolSize: 1)
    let signIn = try await store.signIn(try Sample.request("a", 1))
    let context = RequestContext(in: .everything(on: .local))
    var profile = Profile.unsaved
    var kept = 0
    for text in Self.hostile + Self.texts(count: 1_000, seed: seed) {
      guard let content = try? ProfileContent(title: text, description: text, picture: nil),
        content != profile.content
      else { continue }
      let edit = ProfileEdit(
        content,
        ofVersion: profile.version,
        changedAt: profile.version == 0 ? nil : profile.changedAt,
        of: signIn.active.account.id
      )
      profile = try await store.save(edit, in: context)
      let stored = try await store.profile(of: signIn.active.account.id, in: context.scope)
      #expect(stored?.content == content, "seed \(seed)")
      kept += 1
    }
    #expect(kept > 500, "seed \(seed)")
  }

  @Test func `of accounts, devices and origins come back to the letter`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("The seed is \(seed).")
    let database = try TestDatabase()
    let store = try database.store(poolSize: 1)
    var (names, devices) = ([Nickname](), [Device]())
    for (number, text) in (Self.hostile + Self.texts(count: 300, seed: seed)).enumerated() {
      let origin = Origin(host: text, terminal: text)
      var bytes = [UInt8](repeating: 0, count: SecretDigest.byteCount)
      (bytes[0], bytes[1]) = (UInt8(number >> 8), UInt8(number & 255))
      let token = try #require(SecretDigest(bytes: bytes))
      let registration = DeviceRegistration(label: text, provenBy: token, from: origin)
      devices.append(try await store.register(registration))
      guard let nickname = try? Nickname(text) else { continue }
      let context = RequestContext(in: .everything(on: .local), from: origin)
      do throws(NicknameError) {
        let account = try await store.assign(nickname, to: nil, in: context)
        #expect(account.nickname.text == nickname.text, "seed \(seed)")
        names.append(nickname)
      } catch {
        // Some texts look alike.
        guard case .store = error else { continue }
        throw error
      }
    }
    #expect(try await store.devices(in: .everything(on: .local)) == devices, "seed \(seed)")
    let accounts = try await store.accounts(in: .everything(on: .local))
    #expect(accounts.map(\.nickname) == names, "seed \(seed)")
    #expect(try await store.defects() == [], "seed \(seed)")
  }

  @Test func `of 10,000 kinds come back from the server to the letter`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("The seed is \(seed).")
    let database = try TestDatabase()
    defer { withExtendedLifetime(database) {} }
    let connection = try database.connection()
    let texts = Self.hostile + Self.texts(count: 10_000, seed: seed)
    let found = try connection.rows("SELECT unnest($1::text[])", [.texts(texts)]) {
      row throws(PostgreSQLFailure) in try row.text(0)
    }
    #expect(found.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "seed \(seed)")
  }

  @Test func `with a character that PostgreSQL cannot keep are refused`() async throws {
    let database = try TestDatabase()
    defer { withExtendedLifetime(database) {} }
    let store = try database.store(poolSize: 1)
    let quota = SignUpQuota(network: "a\u{0}b", limit: 1)
    await #expect(throws: AccountError.self) { try await store.refusal(by: quota) }
  }
}
#endif
