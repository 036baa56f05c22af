import Foundation
import MonikerContract
import MonikerDoubles
import MonikerDomain
import MonikerModel
import Testing

@testable import MonikerData

/// What one store accepts, all stores can keep, export and import.
///
/// Each value is tried by itself, and then values of several fields at once: `scripts/test --extremes`
/// sets how many times.
@Suite struct `An extreme value` {
  /// The records of a store in which every field can be replaced.
  struct Fields {
    var name = "default"
    var isAccepted = true
    var nickname = "mina"
    var device = DeviceID.local
    var createdAt: Int64 = 1
    var startedAt: Int64 = 1
    var lastSeenAt: Int64 = 1
    var expiresAt: Int64?
    var profile = Profile(.empty, version: 1, changedAt: Timestamp(millisecondsSince1970: 1))
    var idleTimeout: Duration?
    var host: String? = "host"
    var terminal: String?
    var endedAt: Int64 = 1
    var eventTime: Int64 = 1
    var eventNickname = "mina"
    var earlierNickname: String?
    /// The number of the second of two events, which is the end of a session.
    var sequence = 2
    /// The last number that was given; nil for that of the last event.
    var lastSequence: Int?

    func records() throws -> [StoreRecord] {
      func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: milliseconds)
      }
      let origin = Origin(host: host, terminal: terminal)
      let account = Account(
        id: AccountID(high: 0, low: 1),
        nickname: try Nickname(nickname, under: .unlimited),
        createdAt: time(createdAt)
      )
      func session(_ number: UInt64, _ ending: SessionEnding?) -> StoreRecord {
        .session(
          Session(
            id: SessionID(high: 0, low: number),
            accountID: account.id,
            deviceID: device,
            startedAt: time(startedAt),
            lastSeenAt: time(lastSeenAt),
            expiresAt: expiresAt.map(time),
            idleTimeout: idleTimeout,
            origin: origin,
            ending: ending
          )
        )
      }
      func event(_ number: Int) -> StoreRecord {
        .event(
          HistoryEvent(
            sequence: number,
            time: time(eventTime),
            kind: .renamed,
            accountID: account.id,
            nickname: eventNickname,
            earlierNickname: earlierNickname,
            sessionID: SessionID(high: 0, low: 1),
            deviceID: device,
            origin: origin
          )
        )
      }
      let ending = SessionEnding(at: time(endedAt), .revoked, recordedAs: sequence)
      let first = max(1, sequence - 1)
      let last = max(first, sequence)
      let metadata = StoreMetadata(
        activeSessions: [device: SessionID(high: 0, low: 2)],
        lastSequence: lastSequence ?? last
      )
      let beginning: [StoreRecord] = [
        .account(account, lastSignedInAt: time(createdAt)), .profile(profile, of: account.id),
        session(1, ending), session(2, nil),
      ]
      return beginning + (first...last).map(event) + [.metadata(metadata)]
    }
  }

  /// A value of one field.
  private struct Value {
    let field: String
    let name: String
    let isAccepted: Bool
    let set: (inout Fields) -> Void

    func apply(to fields: inout Fields) {
      fields.name += ", \(field) \(name)"
      fields.isAccepted = fields.isAccepted && isAccepted
      set(&fields)
    }
  }

  private static var values: [Value] {
    let last = Timestamp.range.upperBound
    var all: [Value] = []
    func add(
      _ field: String,
      _ name: String,
      accepted isAccepted: Bool = true,
      _ set: @escaping (inout Fields) -> Void
    ) {
      all.append(Value(field: field, name: name, isAccepted: isAccepted, set: set))
    }
    for time in [0, 1, last - 1, last] {
      add("created at", "\(time)") { $0.createdAt = time }
      add("started at", "\(time)") { $0.startedAt = time }
      add("last seen at", "\(time)") { $0.lastSeenAt = time }
      add("expires at", "\(time)") { $0.expiresAt = time }
      add("ended at", "\(time)") { $0.endedAt = time }
      add("event at", "\(time)") { $0.eventTime = time }
    }
    for (timeout, isAccepted) in [
      (.milliseconds(1), true), (.milliseconds(last), true), (.milliseconds(last + 1), false),
      (.milliseconds(Int64.max), false), (.zero, false), (.milliseconds(-1), false),
      (.milliseconds(Int64.min), false),
    ] as [(Duration, Bool)] {
      add("idle timeout", "\(timeout)", accepted: isAccepted) { $0.idleTimeout = timeout }
    }
    for (sequence, isAccepted) in [
      (1, true), (1 << 31, true), (1 << 52 - 1, true), (1 << 52, true), (1 << 52 + 1, false),
      (1 << 53, false), (1 << 53 + 1, false), (.max - 1, false), (.max, false), (0, false),
      (-1, false),
    ] {
      add("event", "\(sequence)", accepted: isAccepted) { $0.sequence = sequence }
    }
    for (sequence, isAccepted) in [
      (2, true), (3, true), (1 << 52, true), (1, false), (0, false), (-1, false),
      (1 << 52 + 1, false), (1 << 53, false), (.max - 1, false), (.max, false),
    ] {
      add("event", "2 of \(sequence)", accepted: isAccepted) {
        ($0.sequence, $0.lastSequence) = (2, sequence)
      }
    }
    for (version, isAccepted) in [
      (1, true), (2, true), (1 << 52, true), (1 << 52 + 1, false), (.max, false), (0, false),
      (-1, false), (.min, false),
    ] {
      add("version", "\(version)", accepted: isAccepted) {
        $0.profile = Profile(
          $0.profile.content,
          version: version,
          changedAt: $0.profile.changedAt
        )
      }
    }
    for time in [0, last] {
      add("changed at", "\(time)") {
        let time = Timestamp(millisecondsSince1970: time)
        $0.profile = Profile($0.profile.content, version: $0.profile.version, changedAt: time)
      }
    }
    for content in profiles {
      add("profile", "\(content.title.prefix(40))") {
        $0.profile = Profile(
          content,
          version: $0.profile.version,
          changedAt: $0.profile.changedAt
        )
      }
    }
    for device in [
      DeviceID(high: 0, low: 1), DeviceID(high: .max, low: .max), DeviceID(high: 1 << 63, low: 0),
    ] {
      add("device", "\(device)") { $0.device = device }
    }
    for nickname in [
      "m", "길동", "Ab'\"<&>;--", "ß", String(repeating: "n", count: 64),
      String(repeating: "\u{1F469}", count: 256),
    ] {
      add("nickname of the account", "\(nickname.prefix(40))") { $0.nickname = nickname }
    }
    for (text, isAccepted) in [
      ("길동 & <b> 'q' \"z\" 👩👧👦", true), (String(repeating: "x", count: 100_000), true),
      ("", false), ("a\nb", false), ("a\tb", false), ("\u{1}", false), ("a\u{0}b", false),
      ("a\u{85}b", false), ("a\u{2028}b", false), ("\u{FFFE}", false),
    ] {
      let name = "\(text.debugDescription.prefix(40))"
      add("nickname", name, accepted: isAccepted) { $0.eventNickname = text }
      add("earlier", name, accepted: isAccepted) { $0.earlierNickname = text }
    }
    for text in [
      "", "h", String(repeating: "h", count: 255), String(repeating: "h", count: 256), "a\nb",
      "\u{1}", "a\tb", "]]>&<", "길동",
    ] {
      let name = "\(text.debugDescription.prefix(40))"
      add("host", name) { $0.host = text }
      add("terminal", name) { $0.terminal = text }
    }
    return all
  }

  /// Contents of profiles with the longest texts, and with characters that stores might change.
  private static var profiles: [ProfileContent] {
    let long = Attribution(
      author: String(repeating: "길", count: 333),
      address: WebAddress("https://h/" + String(repeating: "%", count: 2_000)),
      source: "<s>"
    )
    let id = PhotoID(String(repeating: "_", count: 128))
    let pictures = [
      nil, PhotoID("-").map { Picture(id: $0) },
      id.map { Picture(id: $0, text: "'\"]]>&amp;", address: long?.address, attribution: long) },
    ]
    let texts = [
      (String(repeating: "t", count: 1_000), String(repeating: "\u{1F469}", count: 5_000)),
      ("", "  indented\n\n\n]]>&<b>'\"\\ \u{FEFF}\u{202E}"), ("길동 👩‍👧 e\u{302}\u{323}", "\n"),
    ]
    return texts.flatMap { title, description in
      pictures.compactMap {
        ProfileContent(storedTitle: title, description: description, picture: $0)
      }
    }
  }

  /// Each value by itself, and then a number of combinations of values of different fields.
  private static func all(_ count: Int, _ random: inout SeededGenerator) -> [Fields] {
    var all = values.map { value in
      var fields = Fields()
      value.apply(to: &fields)
      return fields
    }
    for _ in 0..<count {
      var fields = Fields()
      var used: Set<String> = []
      for value in values.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random))
      where used.insert(value.field).inserted {
        value.apply(to: &fields)
      }
      all.append(fields)
    }
    return all
  }

  private func store(_ kind: DurableStore, _ path: String) -> WholeStore {
    WholeStore(
      name: path,
      archive: kind.open(path),
      staging: kind.staging(path),
      files: { [path] }
    )
  }

  @Test(arguments: DurableStore.allCases)
  func `is refused, or kept by every store`(kind: DurableStore) async throws {
    let copying = StoreCopyUseCase()
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    let count = ProcessInfo.processInfo.environment["MONIKER_TEST_EXTREMES"].flatMap { Int($0) }
    for fields in Self.all(count ?? 20, &random) {
      let comment = Comment("\(fields.name), seed \(seed)")
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let records = try fields.records()
      var source = StoreState()
      for record in records { source.append(record) }
      let isAccepted = try await accepts(source, into: store(kind, path))
      #expect(isAccepted == fields.isAccepted, comment)
      guard isAccepted else {
        #expect(folder.contents == [], comment)
        continue
      }
      let opened = kind.open(path)
      #expect(try await opened.contents().all() == records, comment)
      #expect(try await opened.defects() == [], comment)
      #expect(try await opened.accountList().entries.count == 1, comment)
      #expect(try await opened.sessions(endedLimit: 9).entries.count == 2, comment)
      let active = try await opened.session(of: .active, on: fields.device).active
      #expect(active?.account.nickname.text == fields.nickname, comment)
      for other in DurableStore.allCases {
        let copy = folder.file("copy")
        _ = try await copying.copy(store(kind, path), to: store(other, copy), merging: false)
        #expect(try await other.open(copy).contents().all() == records, comment)
        let lines = folder.file("export")
        try Data(try await export(other.open(copy))).write(to: URL(filePath: lines))
        let imported = folder.file("import")
        let contents = try ExportContents(path: lines)
        _ = try await copying.import(contents, into: store(other, imported), merging: false)
        let last = other.open(imported)
        #expect(try await last.contents().all() == records, comment)
        _ = try await copying.copy(store(kind, path), to: store(other, imported), merging: true)
        try await last.signIn("zoe", 9)
        let changed = try await last.contents().all()
        #expect(changed.count > records.count, comment)
        let backup = store(other, folder.file("backup"))
        _ = try await copying.backUp(store(other, imported), to: backup, keeping: nil)
        #expect(try await backup.archive.contents().all() == changed, comment)
        for file in folder.contents where !file.hasPrefix("store") {
          try FileManager.default.removeItem(atPath: folder.file(file))
        }
      }
    }
  }

  private func accepts(_ source: StoreState, into store: WholeStore) async throws -> Bool {
    let error: StoreError
    do {
      _ = try await StoreCopyUseCase().import(RecordContents(source), into: store, merging: false)
      return true
    } catch let thrown {
      error = thrown
    }
    guard case .invalidRecord = error else { throw error }
    return false
  }

  private func export(_ store: any Store) async throws -> [UInt8] {
    var text = ExportText()
    var bytes = try text.beginning()
    for record in try await store.contents().all() { bytes += try text.line(for: record) }
    return bytes
  }
}
