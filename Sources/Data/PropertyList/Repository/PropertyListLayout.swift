import MonikerDomain
import MonikerModel
import MonikerFiles
import MonikerPropertyList

/// The layout of a store in a property list; version 1.
///
/// | key | value |
/// |---|---|
/// | `format` | the string `moniker` |
/// | `version` | the integer 1 |
/// | `accounts` | an array of dictionaries, in the order in which the accounts were made: `id`, `nickname`, `nicknameKey`, `nicknameSkeleton`, `nicknameShownSkeleton` (strings), `createdAt`; if known, `lastSignedInAt` |
/// | `profiles` | if there are some, an array of dictionaries, in the order of their accounts: `profileOf` (the ID of the account), `version`, `changedAt`; if there is one, `title`, `description` (strings), `picture`, and of that, if known, `pictureText`, `pictureAddress`, `pictureAuthor`, `pictureAuthorAddress`, `pictureSource` |
/// | `sessions` | an array of dictionaries, the open sessions in the order of opening: `place` (in the order of all sessions), `id`, `account` (the ID of an account), `startedAt`, `lastSeenAt`; if known, `expiresAt`, `idleTimeout`, `host`, `terminal`; if it is not the local one, `device` |
/// | `endedSessions` | a table of the sessions that have ended: ``EndedSessionRow`` |
/// | `activeSession` | the ID of the active session of the local device; empty if there is none |
/// | `otherActiveSessions` | if other devices have active sessions, a table of them: the ID of the device, the ID of the session |
/// | `events` | a table of the events in their order: `HistoryEvent.fields` |
/// | `lastEvent` | the number of the newest event that ever was; 0 if there was none |
/// | `intentions` | if there are some, a table of the intentions of the last day: the ID, the time, the ID of the device, the digest of what was asked or nothing, the answer in JSON |
/// | `historyLimit` | if it is not 1000, how many events of each account are kept |
/// | `eventsChecksum` | the checksum of `profiles`, `events` and `intentions`, a string of 16 hexadecimal digits: ``PropertyListChecksum`` |
/// | `checksum` | the checksum of all these keys except `format`, `profiles`, `events`, `intentions` and itself, so that the active session can be checked without them |
///
/// Times are integers, milliseconds since 1970-01-01T00:00:00Z, because a `date` in a property list
/// has whole seconds only. `idleTimeout` is in milliseconds. A table is one string, as
/// ``PropertyListTable`` defines. Other keys of the dictionary are preserved.
enum PropertyListLayout {
  private static let format = "moniker"
  private static let version: Int64 = 1
  /// The keys that each checksum covers; `checksum` covers the events through `eventsChecksum`.
  static let eventsChecksum = (key: "eventsChecksum", of: ["profiles", "events", "intentions"])
  static let checksum = (
    key: "checksum",
    of: [
      "version", "accounts", "sessions", "endedSessions", "activeSession", "otherActiveSessions",
      "lastEvent", "historyLimit", "eventsChecksum",
    ]
  )

  /// The keys of a store.
  static var keys: Set<String> {
    Set(["format", eventsChecksum.key, checksum.key] + eventsChecksum.of + checksum.of)
  }

  /// The content with the mark and the version of this layout, if the checksums prove everything else.
  static func marked(_ content: [String: PropertyListValue]) -> [String: PropertyListValue]? {
    var content = content
    content["format"] = .string(format)
    guard proves(eventsChecksum, in: content) else { return nil }
    // A newer version may prove its content in the same way.
    if case .integer(let found)? = content["version"], found > version,
      proves(checksum, in: content)
    {
      return nil
    }
    content["version"] = .integer(version)
    return proves(checksum, in: content) ? content : nil
  }

  /// Whether nothing but the mark of the format or the version is damaged in a property list.
  static func isMarkDamaged(in bytes: [UInt8]) -> Bool {
    guard case .dictionary(let content)? = try? PropertyListFormat.value(from: bytes) else {
      return false
    }
    return marked(respelled(content)) != nil
  }

  /// The content with its own keys in the place of those that differ from them in one byte.
  static func respelled(_ content: [String: PropertyListValue]) -> [String: PropertyListValue] {
    var content = content
    for key in keys.subtracting(content.keys) {
      let damaged = content.keys.filter { other in
        !keys.contains(other) && other.utf8.count == key.utf8.count
          && zip(other.utf8, key.utf8).count { $0 != $1 } == 1
      }
      guard damaged.count == 1, let other = damaged.first else { continue }
      content[key] = content.removeValue(forKey: other)
    }
    return content
  }

  /// Refuses the content of a newer version.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure`` with the reason `newer`.
  static func refuseNewer(
    _ content: [String: PropertyListValue],
    at path: String
  ) throws(StoreFailure) {
    guard case .integer(let found)? = content["version"], found > version else { return }
    throw StoreFailure(
      .newer(found: Int(found), supported: Int(version)),
      at: path,
      detail: "its layout is version \(found), this program knows versions up to \(version)"
    )
  }

  /// Reads a store from the content of a file.
  ///
  /// - Parameters:
  ///   - content: the root dictionary; nil if there is no file.
  ///   - path: the file, for failures.
  ///   - isWhole: whether to read and check the events.
  /// - Throws: ``/MonikerDomain/StoreFailure`` with the reason `foreign`, `newer` or `damaged`.
  static func state(
    in content: [String: PropertyListValue]?,
    at path: String,
    withEvents isWhole: Bool = true
  ) throws(StoreFailure) -> StoreState {
    guard let content else { return StoreState() }
    guard content["format"] == .string(format) else {
      throw StoreFailure(
        .foreign,
        at: path,
        detail: "a property list of another program (it has no key \"format\" with \"\(format)\")"
      )
    }
    let root = PropertyListRecord(content, named: "the root", at: path)
    let found = try root.integer("version")
    guard found >= 1 else { throw root.damaged("version") }
    try refuseNewer(content, at: path)
    var state = StoreState()
    for record in try root.records("accounts") {
      let account = try record.account()
      state.accounts.append(account)
      state.lastSignIns[account.id] = try record.optionalTimestamp("lastSignedInAt")
    }
    if isWhole { state.profiles = try profiles(in: root) }
    state.sessions = try sessions(in: root)
    state.activeSessions = try activeSessions(in: root)
    if isWhole {
      let count = HistoryEvent.fieldCount
      state.events = try root.table("events", fields: count, read: HistoryEvent.init(fields:))
      state.intentions = try intentions(in: root)
    }
    state.lastSequence = try root.count("lastEvent")
    state.settings = try settings(in: root)
    if let contradiction = state.contradiction() { throw .damaged(at: path, contradiction) }
    // Check last: the checks before describe the damage more precisely.
    guard proves(checksum, in: content), !isWhole || proves(eventsChecksum, in: content) else {
      throw .damaged(
        at: path,
        "its checksum does not match its content: it was damaged, or another program changed it"
      )
    }
    return state
  }

  /// Whether the content has a checksum of its values.
  static func proves(
    _ checksum: (key: String, of: [String]),
    in content: [String: PropertyListValue]
  ) -> Bool {
    content[checksum.key] == .string(PropertyListChecksum.text(of: checksum.of, in: content))
  }

  /// The version of the layout; nil if there is none.
  static func version(of content: [String: PropertyListValue]?) -> Int? {
    if case .integer(let version)? = content?["version"] { Int(version) } else { nil }
  }

  /// Writes a state into the content of a file, and preserves the keys of other programs.
  static func write(_ state: StoreState, to content: inout [String: PropertyListValue]) {
    content["format"] = .string(format)
    content["version"] = .integer(version)
    content["accounts"] = .array(
      state.accounts.map { .record(of: $0, lastSignedInAt: state.lastSignIns[$0.id]) }
    )
    let profiled = state.accountsWithProfiles
    content[profiles] =
      profiled.isEmpty
      ? nil : .array(profiled.map { .record(of: state.profiles[$0] ?? .unsaved, of: $0) })
    var open: [PropertyListValue] = []
    var ended: [[String]] = []
    for (place, session) in state.sessions.enumerated() {
      if let ending = session.ending {
        ended.append(EndedSessionRow.fields(of: session, ending, at: place))
      } else {
        open.append(.record(of: session, at: place))
      }
    }
    content["sessions"] = .array(open)
    content["endedSessions"] = .string(PropertyListTable.text(of: ended))
    let others = state.activeSessions.filter { $0.key != .local }
      .map { [$0.key.description, $0.value.description] }
      .sorted { $0[0] < $1[0] }
    content["activeSession"] = .string(state.activeSessions[.local]?.description ?? "")
    content[otherActiveSessions] =
      others.isEmpty ? nil : .string(PropertyListTable.text(of: others))
    content["events"] = .string(PropertyListTable.text(of: state.events.map(\.fields)))
    content["lastEvent"] = .integer(Int64(state.lastSequence))
    content[intentions] = state.intentions.isEmpty ? nil : .string(text(of: state.intentions))
    content[historyLimit] =
      state.settings.historyLimit == StoreSettings.standard.historyLimit
      ? nil : .integer(Int64(state.settings.historyLimit))
    for (key, keys) in [eventsChecksum, checksum] {
      content[key] = .string(PropertyListChecksum.text(of: keys, in: content))
    }
  }

  private static let profiles = "profiles"
  private static let otherActiveSessions = "otherActiveSessions"
  private static let historyLimit = "historyLimit"
  private static let intentions = "intentions"

  private static func profiles(
    in root: PropertyListRecord
  ) throws(StoreFailure) -> [AccountID: Profile] {
    guard root.has(profiles) else { return [:] }
    var found: [AccountID: Profile] = [:]
    for record in try root.records(profiles) {
      let (account, profile) = try record.profile()
      guard found.updateValue(profile, forKey: account) == nil else {
        throw record.damaged("profileOf")
      }
    }
    return found
  }

  private static func text(of intentions: [IntentionID: IntentionRecord]) -> String {
    let rows = intentions.map { id, record in
      [
        id.description, record.time.field, record.deviceID.description,
        record.content?.hexadecimal ?? "", IntentionText.text(of: record.answer),
      ]
    }
    return PropertyListTable.text(of: rows.sorted { $0[0] < $1[0] })
  }

  private static func intentions(
    in root: PropertyListRecord
  ) throws(StoreFailure) -> [IntentionID: IntentionRecord] {
    guard root.has(intentions) else { return [:] }
    let rows = try root.table(intentions, fields: 5) { fields -> (IntentionID, IntentionRecord)? in
      let content = SecretDigest(hexadecimal: String(fields[3]))
      guard let id = IntentionID(fields[0]), let time = Timestamp(field: fields[1]),
        let device = DeviceID(fields[2]), content != nil || fields[3].isEmpty,
        let answer = IntentionText.answer(in: String(fields[4]))
      else { return nil }
      return (id, IntentionRecord(at: time, on: device, content: content, answer: answer))
    }
    return Dictionary(rows) { $1 }
  }

  static func settings(in root: PropertyListRecord) throws(StoreFailure) -> StoreSettings {
    guard root.has(historyLimit) else { return .standard }
    let limit = try root.count(historyLimit)
    guard limit <= StoreSettings.maximumHistoryLimit else { throw root.damaged(historyLimit) }
    return StoreSettings(historyLimit: limit)
  }

  /// The active sessions by their devices.
  static func activeSessions(
    in root: PropertyListRecord
  ) throws(StoreFailure) -> [DeviceID: SessionID] {
    var active: [DeviceID: SessionID] = [:]
    if try !root.string("activeSession").isEmpty {
      active[.local] = try root.identifier("activeSession")
    }
    guard root.has(otherActiveSessions) else { return active }
    let others = try root.table(otherActiveSessions, fields: 2) { fields in
      DeviceID(fields[0]).flatMap { device in SessionID(fields[1]).map { (device, $0) } }
    }
    for (device, session) in others where active.updateValue(session, forKey: device) != nil {
      throw root.damaged(otherActiveSessions)
    }
    return active
  }

  /// All sessions, in the order of opening.
  private static func sessions(
    in root: PropertyListRecord
  ) throws(StoreFailure) -> [Session] {
    var rows = try root.table(
      "endedSessions",
      fields: EndedSessionRow.fieldCount,
      read: EndedSessionRow.init(fields:)
    ).map { ($0.place, $0.session) }
    for record in try root.records("sessions") {
      rows.append((try record.count("place"), try record.session()))
    }
    return rows.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
