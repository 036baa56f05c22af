import CSQLite
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// What can be read of the database, from a copy of its files: opening it could already change it.
  func salvage() throws(StoreFailure) -> StoreSalvage {
    let copy = StoreFile(path: file.stagingFile.path + "-salvage")
    try file.makeFolder()
    try copy.removeLeftovers()
    do {
      var wrongPages = 0
      for suffix in ["", "-wal"] {
        guard var bytes = try file.companion(suffix).read() else { continue }
        if suffix.isEmpty { wrongPages = Self.removeSums(from: &bytes) }
        let part = try copy.companion(suffix).create()
        try part.writeAll(bytes)
        // SQLite reads nothing at all of a file that is cut off; so it finds pages that are empty.
        if suffix.isEmpty, bytes.count >= SQLiteHeader.length {
          let missing = SQLiteHeader.expectedSize(bytes) - bytes.count
          if (1...1 << 30).contains(missing) {
            try part.writeAll([UInt8](repeating: 0, count: missing))
          }
        }
      }
      let salvage = try read(copy, wrongPages: wrongPages)
      try copy.removeLeftovers()
      return salvage
    } catch {
      try? copy.removeLeftovers()
      throw error
    }
  }

  /// Takes the checksums out of the pages, with which nothing could be read of one that is wrong.
  ///
  /// - Returns: how many are wrong.
  private static func removeSums(from bytes: inout [UInt8]) -> Int {
    guard bytes.count >= SQLiteHeader.length else { return 0 }
    let size = SQLiteHeader.pageSize(bytes)
    guard SQLitePageSum.isPage(size) else { return 0 }
    var wrong = 0
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

  private func read(_ copy: StoreFile, wrongPages: Int) throws(StoreFailure) -> StoreSalvage {
    do {
      try SQLiteHeader.check(copy, of: schema, forSalvage: true)
    } catch {
      throw StoreFailure(error.reason, at: file.path, detail: error.detail)
    }
    let connection = try SQLiteConnection(path: copy.path, location: file.path, wait: .zero)
    var parts = connection.salvagedParts()
    guard !parts.isEmpty || parts.losses.isEmpty else {
      throw StoreFailure(.damaged, at: file.path, detail: "nothing of it can be read")
    }
    parts.lose(
      wrongPages,
      "page that is not as it was written, of which what could be read was kept",
      "pages that are not as they were written, of which what could be read was kept"
    )
    return try parts.rebuilt(at: file.path)
  }
}

extension SQLiteConnection {
  /// Every row that can be read, whatever is wrong with others.
  fileprivate func salvagedParts() -> SalvagedParts {
    var parts = SalvagedParts()
    var ids = accountIDsByNumber()
    let accounts = salvagedRows(
      of: "account",
      """
      id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at, last_signed_in_at
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
      return (number: number, account: account, last: (try? row.optionalTimestamp(6)) ?? nil)
    }
    for (number, account, last) in accounts.rows {
      ids[number] = account.id
      parts.accounts.append((account, last))
    }
    let sessions = salvagedRows(
      of: "session",
      """
      id, started_at, last_seen_at, expires_at, idle_timeout, host, terminal, ended_at, end_reason,
      end_event, account
      """
    ) { _, row throws(StoreFailure) in
      guard let holder = ids[try row.integer(10)] else { throw row.damaged(10) }
      return try row.session(of: holder, at: 0)
    }
    parts.sessions = sessions.rows
    let events = salvagedRows(
      of: "event",
      "number, time, kind, account, nickname, earlier_nickname, session, host, terminal"
    ) { _, row throws(StoreFailure) in try row.event() }
    parts.events = events.rows
    parts.activeSessionID = (try? metadata)?.activeSessionID
    parts.lastSequence = (try? lastSequence()).map { Int($0) } ?? 0
    parts.lose(accounts.unread, "account that cannot be read", "accounts that cannot be read")
    parts.lose(sessions.unread, "session that cannot be read", "sessions that cannot be read")
    parts.lose(events.unread, "event that cannot be read", "events that cannot be read")
    for (table, found) in [
      ("accounts", accounts.isBroken), ("sessions", sessions.isBroken), ("events", events.isBroken),
    ] where found {
      parts.lose("what stood on pages of the table of \(table) that cannot be read")
    }
    return parts
  }

  /// The identities of accounts by their numbers, as an index of the table has them: it may be whole where
  /// the table is not.
  private func accountIDsByNumber() -> [Int64: AccountID] {
    let found = try? rows(
      "SELECT number, id FROM account INDEXED BY sqlite_autoindex_account_1 ORDER BY id"
    ) { row throws(StoreFailure) -> (Int64, AccountID) in
      (try row.integer(0), try row.identifier(1))
    }
    return Dictionary(found ?? []) { $1 }
  }

  private struct SalvagedRows<Row> {
    var rows: [Row] = []
    /// How many rows there are that hold what does not belong there.
    var unread = 0
    /// Whether pages cannot be read.
    var isBroken = false
  }

  /// The rows from both ends of a table up to what is broken, and between by their numbers.
  private func salvagedRows<Row>(
    of table: String,
    _ columns: String,
    read: (Int64, SQLiteRow) throws(StoreFailure) -> Row
  ) -> SalvagedRows<Row> {
    var found: [Int64: Row?] = [:]
    func pass(_ order: String) -> (last: Int64?, isWhole: Bool) {
      var last: Int64?
      do throws(StoreFailure) {
        _ = try rows("SELECT \(columns), number FROM \(table) NOT INDEXED ORDER BY number \(order)")
        {
          row throws(StoreFailure) in
          let number = row.lastInteger
          last = number
          // Also the same row from the other end.
          if found[number] == nil { found[number] = .some(try? read(number, row)) }
        }
        return (last, true)
      } catch {
        return (last, false)
      }
    }
    let forward = pass("ASC")
    var salvaged = SalvagedRows<Row>()
    if !forward.isWhole {
      salvaged.isBroken = true
      let backward = pass("DESC")
      let gap = (forward.last ?? 0)..<max(forward.last ?? 0, backward.last ?? 0)
      for number in gap.prefix(Self.probes) where found[number] == nil {
        let probed = try? self.row(
          "SELECT \(columns), number FROM \(table) WHERE number = ?",
          .integer(number)
        ) { row throws(StoreFailure) in try? read(number, row) }
        if let probed { found[number] = probed }
      }
    }
    for (_, row) in found.sorted(by: { $0.key < $1.key }) {
      if let row { salvaged.rows.append(row) } else { salvaged.unread += 1 }
    }
    return salvaged
  }

  /// So many numbers of rows are tried between what is broken.
  private static var probes: Int { 1_000_000 }
}
