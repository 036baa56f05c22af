import Foundation
import MonikerDoubles
import MonikerDomain
import MonikerModel
import Testing

@testable import MonikerData

/// What one store accepts, all stores can keep, export and import.
@Suite struct `An extreme value` {
  /// The records of a store in which every field can be replaced.
  struct Fields {
    var name = "default"
    var isAccepted = true
    var createdAt: Int64 = 1
    var startedAt: Int64 = 1
    var lastSeenAt: Int64 = 1
    var expiresAt: Int64?
    var idleTimeout: Duration?
    var host: String? = "host"
    var terminal: String?
    var endedAt: Int64 = 1
    var eventTime: Int64 = 1
    var eventNickname = "mina"
    var earlierNickname: String?
    /// The number of the second of three events, which is the end of a session.
    var sequence = 2

    func records() throws -> [StoreRecord] {
      func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: milliseconds)
      }
      let origin = Origin(host: host, terminal: terminal)
      let account = Account(
        id: AccountID(high: 0, low: 1),
        nickname: try Nickname("mina"),
        createdAt: time(createdAt)
      )
      func session(_ number: UInt64, _ ending: SessionEnding?) -> StoreRecord {
        .session(
          Session(
            id: SessionID(high: 0, low: number),
            accountID: account.id,
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
            origin: origin
          )
        )
      }
      let ending = SessionEnding(at: time(endedAt), .revoked, recordedAs: sequence)
      let first = max(1, sequence - 1)
      let last = max(first, sequence)
      let metadata = StoreMetadata(activeSessionID: SessionID(high: 0, low: 2), lastSequence: last)
      let beginning: [StoreRecord] = [
        .account(account, lastSignedInAt: time(createdAt)), session(1, ending), session(2, nil),
      ]
      return beginning + (first...last).map(event) + [.metadata(metadata)]
    }
  }

  private static func fields(
    _ name: String,
    accepted isAccepted: Bool = true,
    _ change: (inout Fields) -> Void
  ) -> Fields {
    var fields = Fields()
    fields.name = name
    fields.isAccepted = isAccepted
    change(&fields)
    return fields
  }

  private static var all: [Fields] {
    let last = Timestamp.range.upperBound
    var all: [Fields] = []
    for time in [0, 1, last - 1, last] {
      all.append(fields("created at \(time)") { $0.createdAt = time })
      all.append(fields("started at \(time)") { $0.startedAt = time })
      all.append(fields("last seen at \(time)") { $0.lastSeenAt = time })
      all.append(fields("expires at \(time)") { $0.expiresAt = time })
      all.append(fields("ended at \(time)") { $0.endedAt = time })
      all.append(fields("event at \(time)") { $0.eventTime = time })
    }
    for (timeout, isAccepted) in [
      (.milliseconds(1), true), (.milliseconds(last), true), (.milliseconds(last + 1), false),
      (.milliseconds(Int64.max), false), (.zero, false), (.milliseconds(-1), false),
      (.milliseconds(Int64.min), false),
    ] as [(Duration, Bool)] {
      let name = "idle timeout \(timeout)"
      all.append(fields(name, accepted: isAccepted) { $0.idleTimeout = timeout })
    }
    for (sequence, isAccepted) in [
      (1, true), (1 << 31, true), (1 << 52 - 1, true), (1 << 52, true), (1 << 52 + 1, false),
      (1 << 53, false), (1 << 53 + 1, false), (.max - 1, false), (.max, false), (0, false),
      (-1, false),
    ] {
      all.append(fields("event \(sequence)", accepted: isAccepted) { $0.sequence = sequence })
    }
    for (text, isAccepted) in [
      ("길동 & <b> 'q' \"z\" 👩👧👦", true), (String(repeating: "x", count: 100_000), true),
      ("", false), ("a\nb", false), ("a\tb", false), ("\u{1}", false), ("a\u{0}b", false),
      ("a\u{85}b", false), ("a\u{2028}b", false), ("\u{FFFE}", false),
    ] {
      let name = "\(text.debugDescription.prefix(40))"
      all.append(fields("nickname \(name)", accepted: isAccepted) { $0.eventNickname = text })
      all.append(fields("earlier \(name)", accepted: isAccepted) { $0.earlierNickname = text })
    }
    for text in [
      "", "h", String(repeating: "h", count: 255), String(repeating: "h", count: 256), "a\nb",
      "\u{1}", "a\tb", "]]>&<", "길동",
    ] {
      let name = "\(text.debugDescription.prefix(40))"
      all.append(fields("host \(name)") { $0.host = text })
      all.append(fields("terminal \(name)") { $0.terminal = text })
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
    for fields in Self.all {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let records = try fields.records()
      var source = StoreState()
      for record in records { source.append(record) }
      let isAccepted = try await accepts(source, into: store(kind, path))
      #expect(isAccepted == fields.isAccepted, "\(fields.name)")
      guard isAccepted else {
        #expect(folder.contents == [], "\(fields.name)")
        continue
      }
      let opened = kind.open(path)
      #expect(try await opened.contents().all() == records, "\(fields.name)")
      #expect(try await opened.defects() == [], "\(fields.name)")
      #expect(try await opened.accountList().entries.count == 1, "\(fields.name)")
      #expect(try await opened.sessions(endedLimit: 9).entries.count == 2, "\(fields.name)")
      #expect(try await opened.current().active?.account.nickname.text == "mina", "\(fields.name)")
      for other in DurableStore.allCases {
        let copy = folder.file("copy")
        _ = try await copying.copy(store(kind, path), to: store(other, copy), merging: false)
        #expect(try await other.open(copy).contents().all() == records, "\(fields.name)")
        let lines = folder.file("export")
        try Data(try await export(other.open(copy))).write(to: URL(filePath: lines))
        let imported = folder.file("import")
        let contents = try ExportContents(path: lines)
        _ = try await copying.import(contents, into: store(other, imported), merging: false)
        let last = other.open(imported)
        #expect(try await last.contents().all() == records, "\(fields.name)")
        _ = try await copying.copy(store(kind, path), to: store(other, imported), merging: true)
        try await last.signIn("zoe", 9)
        let changed = try await last.contents().all()
        #expect(changed.count > records.count, "\(fields.name)")
        let backup = store(other, folder.file("backup"))
        _ = try await copying.backUp(store(other, imported), to: backup, keeping: nil)
        #expect(try await backup.archive.contents().all() == changed, "\(fields.name)")
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
