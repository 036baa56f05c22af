import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct `A property list with a small damage` {
  private let folder: TemporaryFolder
  private let path: String
  private let bytes: [UInt8]
  private let records: [StoreRecord]

  /// Two accounts, of which one was renamed, and a session that has ended.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("store.plist")
    let store = PropertyListRepository(path: path, owner: .test)
    for (number, name) in [(1, "mina"), (2, "hong")] as [(UInt64, String)] {
      try await store.signIn(name, number)
    }
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    let holder = SessionSubject.holder(of: try #require(NicknameReference(typed: "mina")))
    _ = try await store.rename(holder, to: try Nickname("robert"), at: context)
    let renamed = SessionSubject.holder(of: try #require(NicknameReference(typed: "robert")))
    _ = try await store.end(renamed, at: context, naming: 0)
    records = try await store.contents().all()
    bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func salvage(_ bytes: [UInt8]) async throws -> (records: [StoreRecord], lost: [String]) {
    try Data(bytes).write(to: URL(filePath: path))
    let salvage = try await PropertyListRepository(path: path, owner: .test).salvage()
    return (try await salvage.contents.all(), salvage.losses)
  }

  private func replacing(_ text: String, _ other: String) throws -> [UInt8] {
    let place = try #require(bytes.firstRange(of: Array(text.utf8)))
    return Array(bytes[..<place.lowerBound]) + other.utf8 + bytes[place.upperBound...]
  }

  private func accounts(_ records: [StoreRecord]) -> [String] {
    records.compactMap {
      if case .account(let account, _, _, _) = $0 { account.nickname.text } else { nil }
    }
  }

  private func eventCount(_ records: [StoreRecord]) -> Int {
    records.count { if case .event = $0 { true } else { false } }
  }

  @Test func `gets no account from an event whose account is damaged`() async throws {
    let place = try #require(bytes.firstRange(of: Array("accountAdded\t".utf8)))
    var damaged = bytes
    damaged[place.upperBound] = UInt8(
      ascii: damaged[place.upperBound] == UInt8(ascii: "a") ? "b" : "a"
    )
    let (saved, lost) = try await salvage(damaged)
    #expect(accounts(saved) == ["robert", "hong"])
    #expect(eventCount(saved) == eventCount(records))
    #expect(!lost.contains { $0.contains("account mina") })
  }

  @Test(arguments: [0x01, 0x11, UInt8(ascii: "<"), UInt8(ascii: "&"), 0xFF])
  func `loses one event at the most by one byte`(byte: UInt8) async throws {
    let begin = try #require(bytes.firstRange(of: Array("<key>events</key>".utf8))).upperBound
    let rest = bytes[begin...]
    let start = try #require(rest.firstRange(of: Array("<string>".utf8))).upperBound
    let end = try #require(rest.firstRange(of: Array("</string>".utf8))).lowerBound
    for position in stride(from: start, to: end, by: 7) where bytes[position] != 0x0A {
      var damaged = bytes
      damaged[position] = byte
      let (saved, lost) = try await salvage(damaged)
      #expect(accounts(saved) == ["robert", "hong"], "at \(position)")
      #expect(eventCount(saved) >= eventCount(records) - 1, "at \(position)")
      #expect(!lost.isEmpty, "at \(position)")
    }
  }

  @Test(arguments: [
    ("<string>moniker<", "<string>mofiker<"), ("<key>format<", "<key>fovmat<"),
    ("<integer>1</integer>", "<integer>3</integer>"),
    ("<integer>1</integer>", "<integer>0</integer>"),
  ])
  func `in the mark of the format or in the version loses nothing`(
    text: String,
    other: String
  ) async throws {
    let version = try #require(bytes.firstRange(of: Array("<key>version</key>".utf8)))
    var damaged = bytes
    if text.contains("integer") {
      let place = try #require(bytes[version.upperBound...].firstRange(of: Array(text.utf8)))
      damaged.replaceSubrange(place, with: other.utf8)
    } else {
      damaged = try replacing(text, other)
    }
    #expect(damaged != bytes)
    let (saved, lost) = try await salvage(damaged)
    #expect(saved == records)
    #expect(lost == [])
  }

  /// A break of the XML as well: the value cannot be read at all.
  @Test(arguments: ["<integer><</integer>", "<intefer>1</integer>"])
  func `that makes the version unreadable loses nothing that checksums prove`(
    version: String
  ) async throws {
    let damaged = try replacing(
      "<key>version</key>\n\t<integer>1</integer>",
      "<key>version</key>\n\t\(version)"
    )
    let (saved, lost) = try await salvage(damaged)
    #expect(saved == records)
    #expect(!lost.contains { $0.contains("proof") }, "\(lost)")
  }

  @Test func `in the mark of the format is repaired as a whole store`() async throws {
    try Data(try replacing("<string>moniker<", "<string>monikes<")).write(
      to: URL(filePath: path)
    )
    let store = PropertyListRepository(path: path, owner: .test)
    #expect(try await store.defects() == ["the mark of its format or its version is damaged"])
    try Data(try replacing("<string>moniker<", "<string>other<")).write(to: URL(filePath: path))
    let other = PropertyListRepository(path: path, owner: .test)
    // The checksums do not cover the mark, so they still prove a store.
    #expect(try await other.defects().count == 1)
  }

  @Test(arguments: ["mooiker", "m\u{F6}niker"])
  func `in the mark of the format and elsewhere is repaired, and named`(mark: String) async throws {
    var damaged = try replacing("<string>moniker</string>", "<string>\(mark)</string>")
    let place = try #require(damaged.firstRange(of: Array("<string>hong</string>".utf8)))
    damaged[place.lowerBound + 8] = UInt8(ascii: "k")
    if mark != "mooiker" {
      // A byte that no UTF-8 begins with, so that the file is no property list.
      let letter = try #require(damaged.firstRange(of: Array("\u{F6}".utf8)))
      damaged.replaceSubrange(letter, with: [0xEF])
    }
    let (saved, lost) = try await salvage(damaged)
    #expect(accounts(saved).first == "robert")
    #expect(accounts(saved).count == 2)
    #expect(lost.contains { $0.contains("the checksum does not match") })
  }

  @Test func `gets no account from the dictionary of another program`() async throws {
    var damaged = try replacing(
      "<key>lastEvent</key>",
      "<key>Recent</key><dict><key>id</key><string>0a000000-0000-0000-0000-000000000009</string>"
        + "<key>nickname</key><string>ghost</string></dict><key>lastEvent</key>"
    )
    let place = try #require(damaged.firstRange(of: Array("renamed".utf8)))
    damaged[place.lowerBound + 2] = UInt8(ascii: "<")
    let (saved, lost) = try await salvage(damaged)
    #expect(accounts(saved) == ["robert", "hong"])
    #expect(lost.contains { $0.contains("keys of other programs") })
  }

  @Test func `of a newer version, and cut, is refused as newer`() async throws {
    let newer = try replacing(
      "<key>version</key>\n\t<integer>1</integer>",
      "<key>version</key>\n\t<integer>3</integer>"
    )
    await #expect {
      _ = try await salvage(newer.dropLast(10) + [])
    } throws: {
      ($0 as? StoreFailure)?.reason == .newer(found: 3, supported: 1)
    }
  }

  @Test func `of another program, and cut, is refused`() async throws {
    let foreign = """
      <plist version="1.0"><dict><key>contacts</key><array><dict><key>id</key>\
      <string>0A000000-0000-0000-0000-000000000001</string><key>nickname</key>\
      <string>carl</string></dict></array></dict></plis
      """
    await #expect {
      _ = try await salvage(Array(foreign.utf8))
    } throws: {
      ($0 as? StoreFailure)?.detail == "no part of it can be read"
    }
  }

  @Test func `names the keys of other programs, which it loses`() async throws {
    var damaged = try replacing("<key>format</key>", "<key>com.other</key><true/><key>format</key>")
    let name = try #require(damaged.firstRange(of: Array("<string>hong</string>".utf8)))
    damaged[name.lowerBound + 8] = UInt8(ascii: "s")
    let (_, lost) = try await salvage(damaged)
    #expect(lost.contains("the keys of other programs (com.other)"))
  }

  @Test func `in a tag or in the name of a key loses nothing, or one event at the most`()
    async throws
  {
    for key in ["accounts", "endedSessions", "events"] {
      let name = try #require(bytes.firstRange(of: Array("<key>\(key)</key>".utf8)))
      let rest = bytes[name.upperBound...]
      let tag = try #require(
        rest.firstRange(of: Array((key == "accounts" ? "<array>" : "<string>").utf8))
      )
      let places = Array(name.lowerBound + 5..<name.upperBound - 6) + Array(tag)
      for position in places where key != "accounts" || position < tag.lowerBound {
        var damaged = bytes
        damaged[position] = UInt8(ascii: "_")
        let (saved, lost) = try await salvage(damaged)
        #expect(accounts(saved) == ["robert", "hong"], "\(key) at \(position)")
        #expect(eventCount(saved) >= eventCount(records) - 1, "\(key) at \(position): \(lost)")
      }
    }
  }

  @Test func `of a newer version that is whole is refused as newer`() async throws {
    guard case .dictionary(var root) = try PropertyListFormat.value(from: bytes) else {
      throw StoreFailure(.damaged, at: path, detail: "no dictionary")
    }
    root["version"] = .integer(2)
    for (key, keys) in [PropertyListLayout.eventsChecksum, PropertyListLayout.checksum] {
      root[key] = .string(PropertyListChecksum.text(of: keys, in: root))
    }
    let newer = try PropertyListFormat.xml(of: .dictionary(root))
    await #expect {
      _ = try await salvage(newer)
    } throws: {
      ($0 as? StoreFailure)?.reason == .newer(found: 2, supported: 1)
    }
  }

  @Test(arguments: [1, 2])
  func `gets an account that one event names only if accounts are lost or something else names it`(
    count: Int
  ) async throws {
    func parts() -> SalvagedParts {
      var parts = SalvagedParts()
      parts.areAccountsLost = false
      parts.events = (1...count).map { number in
        HistoryEvent(
          sequence: number,
          time: Timestamp(millisecondsSince1970: 1),
          kind: .accountAdded,
          accountID: AccountID(high: 0, low: 7),
          nickname: "lost",
          sessionID: nil,
          origin: Origin()
        )
      }
      return parts
    }
    let whole = parts()
    var broken = parts()
    broken.areAccountsLost = true
    var indexed = parts()
    indexed.indexedAccounts = [AccountID(high: 0, low: 7)]
    let saved = try await whole.rebuilt(at: path).contents.all()
    #expect(accounts(saved) == (count == 1 ? [] : ["lost"]))
    #expect(accounts(try await broken.rebuilt(at: path).contents.all()) == ["lost"])
    #expect(accounts(try await indexed.rebuilt(at: path).contents.all()) == ["lost"])
  }

  @Test func `with 400 sessions that name one event as their end keeps them all`()
    async throws
  {
    let session = try #require(
      records.compactMap { record -> Session? in
        if case .session(let session) = record, session.ending != nil { session } else { nil }
      }.first
    )
    var parts = SalvagedParts()
    for case .account(let account, let last, _, _) in records {
      parts.accounts.append((account, last))
    }
    let count = 400
    parts.sessions = (0..<count).map { number in
      Session(
        id: SessionID(high: 1, low: UInt64(number)),
        accountID: session.accountID,
        deviceID: session.deviceID,
        startedAt: session.startedAt,
        lastSeenAt: session.lastSeenAt,
        expiresAt: nil,
        origin: Origin(),
        ending: SessionEnding(at: session.startedAt, .signedOut, recordedAs: count)
      )
    }
    parts.events = [
      HistoryEvent(
        sequence: count,
        time: session.startedAt,
        kind: .signedOut,
        accountID: session.accountID,
        nickname: "robert",
        sessionID: session.id,
        origin: Origin()
      )
    ]
    let saved = try await parts.rebuilt(at: path).contents.all()
    #expect(saved.count { if case .session = $0 { true } else { false } } == count)
  }
}
