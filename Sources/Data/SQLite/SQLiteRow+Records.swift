import MonikerDomain

extension SQLiteRow {
  /// An account in six columns: ``SQLiteConnection/accountColumns``.
  func account(at first: Int32) throws(StoreFailure) -> Account {
    let nickname = Nickname(
      storedText: try text(first + 1),
      storedKey: try text(first + 2),
      storedSkeleton: try text(first + 3),
      storedShownSkeleton: try text(first + 4)
    )
    guard let nickname else { throw damaged(first + 1) }
    return Account(
      id: try identifier(first),
      nickname: nickname,
      createdAt: try timestamp(first + 5)
    )
  }

  /// A session in six columns: id, started_at, last_seen_at, expires_at, host, terminal.
  func session(of account: AccountID, at first: Int32) throws(StoreFailure) -> Session {
    Session(
      id: try identifier(first),
      accountID: account,
      startedAt: try timestamp(first + 1),
      lastSeenAt: try timestamp(first + 2),
      expiresAt: try isNull(first + 3) ? nil : timestamp(first + 3),
      origin: Origin(host: try optionalText(first + 4), terminal: try optionalText(first + 5))
    )
  }

  private func identifier<Subject>(_ column: Int32) throws(StoreFailure) -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(try text(column)) else { throw damaged(column) }
    return identifier
  }

  func timestamp(_ column: Int32) throws(StoreFailure) -> Timestamp {
    let milliseconds = try integer(column)
    guard Timestamp.range.contains(milliseconds) else { throw damaged(column) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }
}
