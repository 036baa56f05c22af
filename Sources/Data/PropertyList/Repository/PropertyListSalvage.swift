import Glibc
import MonikerDomain
import MonikerModel
import MonikerFiles
import MonikerPropertyList

/// Reads the records that are left in a damaged property list.
///
/// A list that can be parsed is taken as a whole. From any other file the salvage takes the
/// dictionaries that are complete, the rows of the tables, and the values that follow the keys of
/// the root.
struct PropertyListSalvage {
  private let path: String
  private var parts = SalvagedParts()
  /// Whether the checksum of the accounts and sessions matches.
  private var isProven = false

  init(_ bytes: [UInt8], at path: String) throws(StoreFailure) {
    try PropertyListDefaults.refuseDatabase(bytes, at: path)
    self.path = path
    var content: [String: PropertyListValue]
    if let whole = try? PropertyListFormat.value(from: bytes), case .dictionary(let found) = whole {
      let root = PropertyListLayout.respelled(found)
      // A file of another program or of a newer version must not be repaired.
      do {
        _ = try PropertyListLayout.state(in: root, at: path)
        content = root
      } catch {
        // If only the mark of the format or the version is damaged, the checksums prove the rest. If more
        // is, the mark and the checksums still show whose file it is.
        let marked = PropertyListLayout.marked(root)
        let isOwn = error.reason == .foreign && root["format"] != nil && Self.isOwn(root)
        guard marked != nil || error.reason == .damaged || isOwn else { throw error }
        content = marked ?? root
      }
      nameUnproven(in: content)
      let others = Set(content.keys).subtracting(PropertyListLayout.keys).sorted()
      if !others.isEmpty {
        let more = others.count > 5 ? " and \(others.count - 5) more" : ""
        parts.lose(
          "the keys of other programs (\(others.prefix(5).joined(separator: ", "))\(more))"
        )
      }
    } else {
      parts.lose("the content of the damaged part of the file")
      // Invalid UTF-8 becomes U+FFFD, which no value contains.
      let bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
      content = Self.root(of: bytes)
      // Other programs' keys may contain one of this name; those of the root are indented by one tab.
      let version = Self.value(behind: "version", after: "\n\t", in: bytes)
      try PropertyListLayout.refuseNewer(version.map { ["version": $0] } ?? [:], at: path)
      content = PropertyListLayout.marked(content) ?? content
      nameUnproven(in: content)
      parts.lose("the keys of other programs, if there were some")
      // Dictionaries of other programs may look like accounts: the arrays of the root come first.
      let found = Self.records(in: bytes)
      content["accounts"] =
        content["accounts"]?.isWhole == true ? content["accounts"] : found.accounts
      content["sessions"] =
        content["sessions"]?.isWhole == true ? content["sessions"] : found.sessions
      if content["profiles"]?.isWhole != true, !found.profiles.records.isEmpty {
        content["profiles"] = found.profiles
      }
      guard Self.isOwn(content) else { throw .damaged(at: path, "no part of it can be read") }
    }
    parts.areAccountsProven = isProven
    read(content)
    guard !parts.isEmpty || content["format"] == .string("moniker") else {
      throw .damaged(at: path, "no part of it can be read")
    }
  }

  func rebuilt() throws(StoreFailure) -> StoreSalvage {
    try parts.rebuilt(at: path)
  }

  /// Names everything whose loss would show in no other way.
  private mutating func nameUnproven(in root: [String: PropertyListValue]) {
    for (key, name) in [
      ("accounts", "the list of accounts"), ("sessions", "the list of open sessions"),
      ("endedSessions", "the sessions that have ended"), ("events", "the events"),
    ] where root[key] == nil {
      parts.lose("\(name) as a whole")
    }
    isProven = PropertyListLayout.proves(PropertyListLayout.checksum, in: root)
    if !isProven {
      parts.lose(
        "the proof that all accounts and sessions are there, as they were written: the checksum "
          + "does not match"
      )
      let active = PropertyListRecord(root, named: "the root", at: path)
      if (try? PropertyListLayout.activeSessions(in: active))?[.local] == nil {
        parts.lose("which account was active, if one was")
      }
    }
    if !PropertyListLayout.proves(PropertyListLayout.eventsChecksum, in: root) {
      parts.lose(
        "the proof that all events and profiles are there, as they were written: the checksum does "
          + "not match"
      )
      if root["profiles"] == nil { parts.lose("the profiles, if some were saved") }
    }
  }

  // MARK: What is there

  private mutating func read(_ content: [String: PropertyListValue]) {
    var unread = 0
    for record in content["accounts"]?.records ?? [] {
      if let account = Self.account(record) { parts.accounts.append(account) } else { unread += 1 }
    }
    parts.lose(unread, "account that cannot be read", "accounts that cannot be read")
    unread = 0
    for content in content["profiles"]?.records ?? [] {
      let record = PropertyListRecord(content, named: "a profile", at: path)
      if let profile = try? record.profile() { parts.profiles.append(profile) } else { unread += 1 }
    }
    parts.lose(unread, "profile that cannot be read", "profiles that cannot be read")
    unread = 0
    var sessions: [(place: Int, session: Session)] = []
    for (number, content) in (content["sessions"]?.records ?? []).enumerated() {
      let record = PropertyListRecord(content, named: "a session", at: path)
      if let session = try? record.session() {
        sessions.append(((try? record.count("place")) ?? number, session))
      } else {
        unread += 1
      }
    }
    let (ended, unreadRows) = Self.rows(
      content["endedSessions"],
      EndedSessionRow.fieldCount,
      EndedSessionRow.init(fields:)
    )
    sessions += ended.map { ($0.place, $0.session) }
    parts.sessions = sessions.sorted { $0.place < $1.place }.map(\.session)
    parts.lose(unread + unreadRows, "session that cannot be read", "sessions that cannot be read")
    let (events, unreadEvents) = Self.rows(
      content["events"],
      HistoryEvent.fieldCount,
      HistoryEvent.init(fields:)
    )
    parts.events = events
    parts.lose(unreadEvents, "event that cannot be read", "events that cannot be read")
    readMetadata(PropertyListRecord(content, named: "the root", at: path))
  }

  private mutating func readMetadata(_ root: PropertyListRecord) {
    if let active = try? PropertyListLayout.activeSessions(in: root) {
      parts.activeSessions = active
    } else {
      parts.activeSessions[.local] = try? root.identifier("activeSession")
    }
    // Without the checksum, a device without an active session may have had one.
    let devices = Set(parts.sessions.map(\.deviceID)).subtracting([.local])
    if !isProven, !devices.isSubset(of: parts.activeSessions.keys) {
      parts.lose("which accounts were active on other devices, if some were")
    }
    parts.settings = try? PropertyListLayout.settings(in: root)
    parts.areSettingsProven = isProven
    parts.lastSequence = (try? root.count("lastEvent")) ?? 0
  }

  private static func account(
    _ content: [String: PropertyListValue]
  ) -> (account: Account, lastSignedInAt: Timestamp?)? {
    let record = PropertyListRecord(content, named: "an account", at: "")
    let forms = ["nicknameKey", "nicknameSkeleton", "nicknameShownSkeleton"].map {
      try? record.string($0)
    }
    guard let id: AccountID = try? record.identifier("id"),
      let text = try? record.string("nickname"),
      let nickname = SalvagedParts.nickname(text, forms)
    else { return nil }
    let createdAt = (try? record.timestamp("createdAt")) ?? Timestamp(millisecondsSince1970: 0)
    let account = Account(id: id, nickname: nickname, createdAt: createdAt)
    return (account, (try? record.optionalTimestamp("lastSignedInAt")) ?? nil)
  }

  private static func rows<Row>(
    _ value: PropertyListValue?,
    _ count: Int,
    _ read: ([Substring]) -> Row?
  ) -> (rows: [Row], unread: Int) {
    guard case .string(let text)? = value else { return ([], 0) }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let rows = lines.compactMap { line -> Row? in
      PropertyListTable.rows(of: String(Substring(line)), fields: count, read: read)?.first
    }
    return (rows, lines.count - rows.count)
  }

  // MARK: Fragments

  /// Whether fragments are those of a store, and not of a property list of another program.
  private static func isOwn(_ content: [String: PropertyListValue]) -> Bool {
    func isChecksum(_ key: String) -> Bool {
      guard case .string(let text)? = content[key] else { return false }
      return text.count == 16 && text.allSatisfy(\.isHexDigit)
    }
    let format = content["format"]
    if format == .string("moniker") { return true }
    // A mark of another length is not a damaged one.
    if case .string(let mark)? = format, mark.unicodeScalars.count != 7 { return false }
    return isChecksum(PropertyListLayout.checksum.key)
      || isChecksum(PropertyListLayout.eventsChecksum.key)
      || content["accounts"]?.records.contains { $0["nicknameSkeleton"] != nil } ?? false
  }

  /// Searches bytes that are not a property list for the values of the root.
  private static func root(of bytes: [UInt8]) -> [String: PropertyListValue] {
    var content: [String: PropertyListValue] = [:]
    for key in ["format", "profiles", "events", "checksum"] + PropertyListLayout.checksum.of {
      content[key] = value(behind: key, in: bytes)
    }
    return content
  }

  /// Searches bytes that are not a property list for accounts and sessions.
  private static func records(
    in bytes: [UInt8]
  ) -> (accounts: PropertyListValue, profiles: PropertyListValue, sessions: PropertyListValue) {
    var accounts: [PropertyListValue] = []
    var profiles: [PropertyListValue] = []
    var sessions: [PropertyListValue] = []
    var position = 0
    let (opening, closing) = (Array("<dict>".utf8), Array("</dict>".utf8))
    // A record contains no container, so only innermost dictionaries are read. The reader sees nothing
    // beyond their ends: markup without an end would make it read the whole file for each of them.
    while let end = bytes.range(of: closing, from: position) {
      defer { position = end.upperBound }
      var start: Int?
      var next = position
      while let found = bytes.range(of: opening, from: next, to: end.lowerBound) {
        (start, next) = (found.lowerBound, found.upperBound)
      }
      guard let start else { continue }
      var reader = XMLPropertyListReader(
        Array(bytes[start..<end.upperBound]),
        locatingFailures: false
      )
      guard let value = try? reader.readValue(depth: 0), case .dictionary(let record) = value
      else { continue }
      if record["nickname"] != nil { accounts.append(value) }
      if record["profileOf"] != nil { profiles.append(value) }
      if record["account"] != nil { sessions.append(value) }
    }
    return (.array(accounts), .array(profiles), .array(sessions))
  }

  /// The value after a key; if it is a string that is damaged or without an end, the part that is there.
  private static func value(
    behind key: String,
    after indent: String = "",
    in bytes: [UInt8]
  ) -> PropertyListValue? {
    guard let name = bytes.range(of: Array("\(indent)<key>\(key)</key>".utf8), from: 0)
    else { return nil }
    var reader = XMLPropertyListReader(bytes)
    reader.position = name.upperBound
    guard (try? reader.skipMarkup()) != nil else { return nil }
    let start = reader.position
    if let value = try? reader.readValue(depth: 1) { return value }
    let opening = Array("<string>".utf8)
    // One byte of the tag may be damaged.
    guard start + opening.count <= bytes.count,
      zip(bytes[start...], opening).count(where: { $0 != $1 }) <= 1
    else { return nil }
    let rest = bytes[(start + opening.count)...]
    let closing = Array("</string>".utf8)
    let next = bytes.range(of: Array("<key>".utf8), from: rest.startIndex)?.lowerBound
    let end = bytes.range(of: closing, from: rest.startIndex, to: next)?.lowerBound
    // Without its end, the text ends at the next markup.
    let body = end.map { rest[..<$0] } ?? rest.prefix { $0 != UInt8(ascii: "<") }
    var closed = XMLPropertyListReader(opening + readable(body) + closing)
    return try? closed.readValue(depth: 1)
  }

  /// A text with U+FFFD in the place of each byte that no text of a property list contains, so that a
  /// damaged byte costs one row and not all.
  private static func readable(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let references = ["&amp;", "&lt;", "&gt;", "&#13;"].map { Array($0.utf8) }
    var result: [UInt8] = []
    for place in text.indices {
      let isReadable =
        switch text[place] {
        case UInt8(ascii: "<"): false
        case UInt8(ascii: "&"): references.contains { text[place...].starts(with: $0) }
        case 0x09, 0x0A, 0x0D, 0x20...: true
        default: false
        }
      if isReadable { result.append(text[place]) } else { result += "\u{FFFD}".utf8 }
    }
    return result
  }
}

extension [UInt8] {
  /// The first place of a pattern from a position on, and before an end.
  ///
  /// `firstRange(of:)` of the standard library takes some hundred times as long.
  fileprivate func range(
    of pattern: [UInt8],
    from position: Int,
    to end: Int? = nil
  ) -> Range<Int>? {
    withUnsafeBytes { bytes in
      let count = end ?? count
      guard let start = bytes.baseAddress, let first = pattern.first else { return nil }
      var position = position
      while position + pattern.count <= count {
        let rest = count - pattern.count - position + 1
        guard let found = memchr(start + position, Int32(first), rest) else { return nil }
        position = start.distance(to: UnsafeRawPointer(found))
        if memcmp(start + position, pattern, pattern.count) == 0 {
          return position..<position + pattern.count
        }
        position += 1
      }
      return nil
    }
  }
}

extension PropertyListValue {
  /// Whether it is an array of dictionaries.
  fileprivate var isWhole: Bool {
    guard case .array(let values) = self else { return false }
    return values.allSatisfy { if case .dictionary = $0 { true } else { false } }
  }

  fileprivate var records: [[String: PropertyListValue]] {
    guard case .array(let values) = self else { return [] }
    return values.map { if case .dictionary(let record) = $0 { record } else { [:] } }
  }
}
