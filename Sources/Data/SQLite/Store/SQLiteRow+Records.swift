import MonikerDomain

extension SQLiteRow {
  /// The account in six columns: ``SQLiteConnection/accountColumns``.
  func account(at first: Int32) throws(StoreFailure) -> Account {
    // Most nicknames equal their keys, and most skeletons their shown skeletons.
    let text = try text(first + 1)
    let skeleton = try self.text(first + 3)
    let nickname = Nickname(
      storedText: text,
      storedKey: try self.text(first + 2, orAs: text, in: first + 1),
      storedSkeleton: skeleton,
      storedShownSkeleton: try self.text(first + 4, orAs: skeleton, in: first + 3)
    )
    guard let nickname else { throw damaged(first + 1) }
    return Account(
      id: try identifier(first),
      nickname: nickname,
      createdAt: try timestamp(first + 5)
    )
  }

  /// The session in eleven columns: ``SQLiteConnection/sessionColumns``.
  func session(of account: AccountID, at first: Int32) throws(StoreFailure) -> Session {
    let session = Session(
      id: try identifier(first),
      accountID: account,
      deviceID: try identifier(first + 1),
      startedAt: try timestamp(first + 2),
      lastSeenAt: try timestamp(first + 3),
      expiresAt: try optionalTimestamp(first + 4),
      idleTimeout: try optionalInteger(first + 5).map { .milliseconds($0) },
      origin: Origin(host: try optionalText(first + 6), terminal: try optionalText(first + 7)),
      ending: try ending(at: first + 8)
    )
    guard session.isValid else { throw damaged(first + 5) }
    return session
  }

  private func ending(at first: Int32) throws(StoreFailure) -> SessionEnding? {
    guard let time = try optionalTimestamp(first) else { return nil }
    guard let reason = SessionEnding.Reason(rawValue: try text(first + 1)) else {
      throw damaged(first + 1)
    }
    let sequence = Int(try integer(first + 2))
    guard (1...HistoryEvent.maximumSequence).contains(sequence) else { throw damaged(first + 2) }
    return SessionEnding(at: time, reason, recordedAs: sequence)
  }

  func identifier<Subject>(_ column: Int32) throws(StoreFailure) -> Identifier<Subject> {
    // Accept only the canonical spelling: no query by ID would find another one.
    guard let (high, low) = IdentifierText.parse(try utf8(column)) else {
      throw damaged(column)
    }
    return Identifier(high: high, low: low)
  }

  func optionalTimestamp(_ column: Int32) throws(StoreFailure) -> Timestamp? {
    guard let milliseconds = try optionalInteger(column) else { return nil }
    return try timestamp(milliseconds, column)
  }

  func timestamp(_ column: Int32) throws(StoreFailure) -> Timestamp {
    try timestamp(try integer(column), column)
  }

  private func timestamp(_ milliseconds: Int64, _ column: Int32) throws(StoreFailure) -> Timestamp {
    guard Timestamp.range.contains(milliseconds) else { throw damaged(column) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }
}
