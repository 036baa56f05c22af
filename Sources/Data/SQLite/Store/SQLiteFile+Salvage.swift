import CSQLite
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Reads what is left of the database.
  func salvage() throws(StoreFailure) -> StoreSalvage {
    let content = try file.read(closingBy: OpenFileLease.close)
    let restoration = SQLitePageRestoration(template: try firstPageOfEmptyStore())
    guard var bytes = content else { return try salvage(nil).salvage }
    // Another program may have changed the first page, or it or another page of the schema is damaged.
    let isFirstPageSound = restoration.restore(&bytes)
    let found: Result<Salvaged, StoreFailure>
    do throws(StoreFailure) {
      found = .success(try salvage(bytes))
    } catch {
      let isOfFirstPage = error.reason == .foreign && !isFirstPageSound
      guard error.reason == .damaged || isOfFirstPage else { throw error }
      found = .failure(error)
    }
    if isFirstPageSound, case .success(let first) = found { return first.salvage }
    guard restoration.replaceFirstPage(of: &bytes) else { return try found.get().salvage }
    do throws(StoreFailure) {
      let other = try salvage(bytes, hasLostDevices: true)
      if case .success(let first) = found, first.rowCount >= other.rowCount {
        return first.salvage
      }
      return other.salvage
    } catch {
      guard error.reason == .damaged else { throw error }
      return try found.get().salvage
    }
  }

  private typealias Salvaged = (salvage: StoreSalvage, rowCount: Int)

  /// Reads what is left in a database file.
  ///
  /// It reads a copy of the files, since opening the database could change it.
  ///
  /// - Parameter hasLostDevices: whether the table of devices, if there was one, cannot be found.
  private func salvage(
    _ content: [UInt8]?,
    hasLostDevices: Bool = false
  ) throws(StoreFailure) -> Salvaged {
    try file.makeFolder()
    let staging = try StagingFile(beside: file)
    let copy = staging.file
    defer { try? staging.remove(with: Self.companions) }
    var wrongPages = 0
    if var bytes = content {
      wrongPages = Self.removeSums(from: &bytes)
      try staging.descriptor.writeAll(bytes)
      // SQLite reads nothing from a file that is cut off, so pad the copy with empty pages.
      let isHeaderWhole = bytes.count >= SQLiteHeader.length
      let missing = isHeaderWhole ? SQLiteHeader.expectedSize(bytes) - bytes.count : 0
      if (1...1 << 30).contains(missing) {
        try staging.descriptor.writeAll([UInt8](repeating: 0, count: missing))
      }
    }
    if let log = try file.companion("-wal").read() {
      try copy.companion("-wal").create().writeAll(log)
    }
    return try read(copy, wrongPages: wrongPages, hasLostDevices: hasLostDevices)
  }

  private func firstPageOfEmptyStore() throws(StoreFailure) -> [UInt8] {
    let empty = try SQLiteConnection(path: ":memory:", location: file.path, wait: .zero)
    try schema.make(on: empty)
    var page = Array(try empty.content().prefix(SQLiteHeader.defaultPageSize))
    // A database in memory has no WAL, and no version of the library that wrote it last.
    page.replaceSubrange(18..<20, with: [2, 2])
    let version = UInt32(sqlite3_libversion_number()).bigEndian
    withUnsafeBytes(of: version) { page.replaceSubrange(96..<100, with: $0) }
    return page
  }

  /// Removes the checksums from the pages: otherwise SQLite could read nothing from a page with a
  /// wrong one.
  ///
  /// - Returns: the number of pages with a wrong checksum.
  private static func removeSums(from bytes: inout [UInt8]) -> Int {
    guard bytes.count >= SQLiteHeader.length else { return 0 }
    let size = SQLiteHeader.pageSize(bytes)
    guard SQLitePageSum.isPage(size) else { return 0 }
    // A part of a page is a wrong page.
    var wrong = bytes.count % size == 0 ? 0 : 1
    bytes.withUnsafeMutableBytes { bytes in
      let first = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
      let rule = first.count == size ? SQLitePageSum.rule(toldBy: first) ?? .strict : .strict
      for start in stride(from: 0, through: bytes.count - size, by: size) {
        let page = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + size])
        let isRight = SQLitePageSum.isRight(
          UnsafeRawBufferPointer(page),
          number: start / size + 1,
          by: rule
        )
        if !isRight { wrong += 1 }
        SQLitePageSum.unseal(page)
      }
    }
    bytes[20] = UInt8(SQLitePageSum.length)
    return wrong
  }

  private func read(
    _ copy: StoreFile,
    wrongPages: Int,
    hasLostDevices: Bool
  ) throws(StoreFailure) -> Salvaged {
    do {
      try SQLiteHeader.check(copy, of: schema, forSalvage: true)
    } catch {
      throw StoreFailure(error.reason, at: file.path, detail: error.detail)
    }
    let connection = try SQLiteConnection(path: copy.path, location: file.path, wait: .zero)
    let additions = try connection.dropAdditions()
    try schema.refuseAdditions(connection)
    var parts = try connection.salvagedParts()
    for addition in additions { parts.lose("the \(addition), which no store has") }
    parts.areSettingsProven = wrongPages == 0
    if hasLostDevices {
      parts.isShared = true
      parts.lose("the devices, if any were registered, must be registered again")
      parts.lose("the nicknames that rested, if any did")
    }
    guard !parts.isEmpty || parts.losses.isEmpty else {
      throw .damaged(at: file.path, "no part of it can be read")
    }
    parts.lose(
      wrongPages,
      "page whose checksum does not match; its readable rows were kept, but an account, a session, an "
        + "event, a profile, a nickname that rested, or which account was active may be missing or changed",
      "pages whose checksums do not match; their readable rows were kept, but accounts, sessions, "
        + "events, profiles, nicknames that rested, or which account was active may be missing or changed"
    )
    let rowCount =
      parts.accounts.count + parts.profiles.count + parts.sessions.count + parts.events.count
    return (try parts.rebuilt(at: file.path), rowCount)
  }
}

extension SQLiteConnection {
  /// Drops the views and triggers of a copy, and returns their kinds and names.
  ///
  /// A view in the place of a table could take forever to read.
  fileprivate func dropAdditions() throws(StoreFailure) -> [String] {
    let additions = try rows(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')"
    ) { row throws(StoreFailure) in (kind: try row.text(0), name: try row.text(1)) }
    for (kind, name) in additions {
      // A trigger on a view is dropped with it.
      try execute("DROP \(kind) IF EXISTS \"\(name.replacing("\"", with: "\"\""))\"")
    }
    return additions.map { "\($0.kind) \($0.name)" }
  }

  /// The result of `body`; nil if the content is damaged.
  ///
  /// - Throws: every other failure: what could not be read once is not lost.
  private func readable<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value? {
    do {
      return try body()
    } catch {
      if [.noSpace, .inputOutput].contains(error.reason) { throw error }
      return nil
    }
  }

  /// Every row that can be read, even if other rows are damaged.
  fileprivate func salvagedParts() throws(StoreFailure) -> SalvagedParts {
    var parts = SalvagedParts()
    let indexed = try accountIDsByNumber()
    var ids = indexed
    let accounts = try salvagedRows(
      of: "account",
      """
      id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at, last_signed_in_at,
      recovery_key
      """
    ) { number, row throws(StoreFailure) in
      let text = try row.text(1)
      let forms = [try? row.optionalText(2), try? row.optionalText(3), try? row.optionalText(4)]
      guard let nickname = SalvagedParts.nickname(text, forms) else { throw row.damaged(1) }
      let account = Account(
        id: try row.identifier(0),
        nickname: nickname,
        createdAt: (try? row.timestamp(5)) ?? Timestamp(millisecondsSince1970: 0)
      )
      return (
        number: number,
        account: account,
        last: (try? row.optionalTimestamp(6)) ?? nil,
        key: (try? row.optionalDigest(7)) ?? nil
      )
    }
    let events = try salvagedRows(
      of: "event",
      "number, time, kind, account, nickname, earlier_nickname, session, device, host, terminal"
    ) { _, row throws(StoreFailure) in try row.event() }
    parts.events = events.rows
    var namings: [AccountID: Int] = [:]
    for event in events.rows { namings[event.accountID, default: 0] += 1 }
    for (number, found, last, key) in accounts.rows {
      var account = found
      // A row and the index may name two IDs: the events tell which one is damaged.
      if let id = indexed[number], id != found.id, namings[id] ?? 0 > namings[found.id] ?? 0 {
        account = Account(id: id, nickname: found.nickname, createdAt: found.createdAt)
      }
      ids[number] = account.id
      parts.recoveryKeys[account.id] = key
      parts.accounts.append((account, last))
    }
    let profiles = try salvagedRows(of: "profile", Self.profileColumns) {
      number,
      row throws(StoreFailure) in
      guard let holder = ids[number] else { throw row.damaged(0) }
      return (account: holder, profile: try row.profile(at: 0))
    }
    parts.profiles = profiles.rows
    parts.lose(profiles.unread, "profile that cannot be read", "profiles that cannot be read")
    let sessions = try salvagedRows(
      of: "session",
      """
      id, device, started_at, last_seen_at, expires_at, idle_timeout, host, terminal, ended_at,
      end_reason, end_event, account
      """
    ) { _, row throws(StoreFailure) in
      guard let holder = ids[try row.integer(11)] else { throw row.damaged(11) }
      return try row.session(of: holder, at: 0)
    }
    parts.sessions = sessions.rows
    let active = try readable { () throws(StoreFailure) in
      try rows(Self.activeSessions) { row throws(StoreFailure) -> (DeviceID, SessionID)? in
        guard let device: DeviceID = try? row.identifier(0),
          let session: SessionID = try? row.identifier(1)
        else { return nil }
        return (device, session)
      }
    }
    let known = (active ?? []).compactMap(\.self)
    parts.activeSessions = Dictionary(known) { $1 }
    if active?.count != known.count { parts.lose("which account was active, if one was") }
    // A damaged token could be that of another device.
    let devices = try readable { () throws(StoreFailure) in
      guard try hasAdditionalTables() else { return Int64(0) }
      return try row("SELECT count(*) FROM device") { row throws(StoreFailure) in
        try row.integer(0)
      } ?? 0
    }
    if devices == nil { parts.lose("the devices, if some were registered") }
    parts.lose(
      Int(devices ?? 0),
      "device, which must be registered again",
      "devices, which must be registered again"
    )
    if try readable({ () throws(StoreFailure) in try hasAdditionalTables() }) ?? false {
      parts.isShared = true
      let tokens = try readable { () throws(StoreFailure) in
        try row("SELECT count(*) FROM identity_token") { row throws(StoreFailure) in
          try row.integer(0)
        } ?? 0
      }
      if tokens == nil { parts.lose("the identity tokens, if some were issued") }
      parts.lose(
        Int(tokens ?? 0),
        "identity token, which must be issued again",
        "identity tokens, which must be issued again"
      )
      let resting = try salvagedRows(
        of: "resting_nickname",
        "nickname, nickname_key, nickname_skeleton, shown_skeleton, account, freed_at"
      ) { _, row throws(StoreFailure) in
        let text = try row.text(0)
        let forms = [try? row.optionalText(1), try? row.optionalText(2), try? row.optionalText(3)]
        guard let nickname = SalvagedParts.nickname(text, forms) else { throw row.damaged(0) }
        return RestingNickname(
          nickname: nickname,
          accountID: try row.identifier(4),
          freedAt: try row.timestamp(5)
        )
      }
      parts.restingNicknames = resting.rows
      parts.lose(resting.unread, "nickname that rested", "nicknames that rested")
      if resting.isBroken { parts.lose("nicknames that rested, on pages that cannot be read") }
    }
    parts.settings = try readable { () throws(StoreFailure) in try settings() }
    parts.lastSequence = try readable { () throws(StoreFailure) in Int(try lastSequence()) } ?? 0
    parts.areAccountsLost = accounts.unread > 0 || accounts.isBroken
    parts.indexedAccounts = Set(indexed.values)
    parts.lose(accounts.unread, "account that cannot be read", "accounts that cannot be read")
    parts.lose(sessions.unread, "session that cannot be read", "sessions that cannot be read")
    parts.lose(events.unread, "event that cannot be read", "events that cannot be read")
    for (table, found) in [
      ("accounts", accounts.isBroken), ("profiles", profiles.isBroken),
      ("sessions", sessions.isBroken), ("events", events.isBroken),
    ] where found {
      parts.lose("the rows of the table of \(table) on pages that cannot be read")
    }
    return parts
  }

  /// The IDs of accounts by their row numbers, read from an index.
  ///
  /// The index may be intact even if the table is not.
  private func accountIDsByNumber() throws(StoreFailure) -> [Int64: AccountID] {
    let found = try readable { () throws(StoreFailure) in
      try rows("SELECT number, id FROM account INDEXED BY sqlite_autoindex_account_1 ORDER BY id") {
        row throws(StoreFailure) -> (Int64, AccountID) in
        (try row.integer(0), try row.identifier(1))
      }
    }
    return Dictionary(found ?? []) { $1 }
  }

  private struct SalvagedRows<Row> {
    var rows: [Row] = []
    /// The number of rows with invalid values.
    var unread = 0
    /// Whether some pages cannot be read.
    var isBroken = false
  }

  /// Reads rows from both ends of a table up to the damage, and probes the row numbers between.
  private func salvagedRows<Row>(
    of table: String,
    _ columns: String,
    read: (Int64, SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> SalvagedRows<Row> {
    var found: [Int64: Row?] = [:]
    func pass(_ order: String) throws(StoreFailure) -> (last: Int64?, isWhole: Bool) {
      var last: Int64?
      let isWhole = try readable { () throws(StoreFailure) in
        _ = try rows("SELECT \(columns), number FROM \(table) NOT INDEXED ORDER BY number \(order)")
        {
          row throws(StoreFailure) in
          let number = row.lastInteger
          last = number
          // The pass from the other end may meet the same row.
          if found[number] == nil { found[number] = .some(try? read(number, row)) }
        }
        return true
      }
      return (last, isWhole ?? false)
    }
    let forward = try pass("ASC")
    var salvaged = SalvagedRows<Row>()
    if !forward.isWhole {
      salvaged.isBroken = true
      let backward = try pass("DESC")
      var number = forward.last ?? 0
      var probes = 0
      while number < backward.last ?? 0, probes < Self.probes {
        defer { (number, probes) = (number + 1, probes + 1) }
        guard found[number] == nil else { continue }
        let probed = try readable { () throws(StoreFailure) in
          try self.row(
            "SELECT \(columns), number FROM \(table) WHERE number = ?",
            .integer(number)
          ) { row throws(StoreFailure) in try? read(number, row) }
        }
        if case .some(.some(let row)) = probed { found[number] = row }
      }
    }
    for (_, row) in found.sorted(by: { $0.key < $1.key }) {
      if let row { salvaged.rows.append(row) } else { salvaged.unread += 1 }
    }
    return salvaged
  }

  /// The most row numbers to probe.
  private static var probes: Int { 1_000_000 }
}
