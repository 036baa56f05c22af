import MonikerDomain
import MonikerModel

/// The nicknames that rest, which are rows of the table `resting_nickname`.
extension SQLiteConnection {
  private static let restingColumns = """
    nickname, nickname_key, nickname_skeleton, shown_skeleton, account, freed_at
    """

  static let rest = """
    SELECT max(freed_at) FROM (
      SELECT freed_at, account FROM resting_nickname WHERE nickname_key = ?1
      UNION ALL SELECT freed_at, account FROM resting_nickname WHERE nickname_skeleton = ?2
      UNION ALL SELECT freed_at, account FROM resting_nickname WHERE shown_skeleton = ?3)
    WHERE account IS NOT ?4 AND freed_at > ?5 AND freed_at < ?6
    """

  /// When the rest ends of the last nickname of another account that matches this one.
  ///
  /// - Parameter id: the account that claims it; nil for a new one.
  /// - Returns: nil if there is none, or its rest has passed.
  func endOfRest(
    of nickname: Nickname,
    otherThan id: AccountID?,
    at time: Timestamp
  ) throws(StoreFailure) -> Timestamp? {
    guard try hasAdditionalTables() else { return nil }
    let rest = try settings().nicknameRest
    let freedAt = try row(
      Self.rest,
      .text(nickname.key.text),
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      .text(id?.description),
      .integer(time.millisecondsSince1970 - rest.wholeMilliseconds),
      .integer(time.millisecondsSince1970 + rest.wholeMilliseconds)
    ) { row throws(StoreFailure) in try row.optionalTimestamp(0) }
    return (freedAt ?? nil)?.advanced(by: rest)
  }

  /// Lets the nickname of an account rest that gives it up.
  func beginRest(of account: Account, at time: Timestamp) throws(StoreFailure) {
    guard try settings().nicknameRest > .zero else { return }
    try removeResting(account.nickname, of: account.id)
    try insertResting(
      RestingNickname(nickname: account.nickname, accountID: account.id, freedAt: time)
    )
  }

  private static func remove(where condition: String) -> String {
    """
    DELETE FROM resting_nickname WHERE number IN (
      SELECT number FROM resting_nickname WHERE \(condition) ORDER BY freed_at, number LIMIT ?)
    """
  }

  static let removePassed = remove(where: "freed_at <= ?")
  static let removeLater = remove(where: "freed_at >= ?")

  /// Removes a nickname that was claimed, and the oldest ones whose rest has ended.
  func endRest(
    of nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(StoreFailure) {
    guard try hasAdditionalTables() else { return }
    try removeResting(nickname, of: id)
    let rest = try settings().nicknameRest.wholeMilliseconds
    let now = time.millisecondsSince1970
    let limit = SQLiteValue.integer(Int64(RestingNickname.maximumRemovals))
    try run(Self.removePassed, .integer(now - rest), limit)
    try run(Self.removeLater, .integer(now + rest), limit)
  }

  /// The rows that ``/MonikerDomain/RestingNickname/ends(with:of:)`` is true for.
  static let ending = """
    (nickname_key = ?1 OR nickname_skeleton = ?2 OR shown_skeleton = ?3)
      AND (account <> ?4 OR nickname_key = ?1 AND nickname_skeleton = ?2 AND shown_skeleton = ?3)
    """

  /// Removes what rests no longer once an account has claimed a nickname.
  func removeResting(_ nickname: Nickname, of id: AccountID) throws(StoreFailure) {
    try run(
      "DELETE FROM resting_nickname WHERE \(Self.ending)",
      .text(nickname.key.text),
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      .text(id.description)
    )
  }

  /// Whether a nickname of another account rests that matches this one, or one of its account with the
  /// same forms.
  func isResting(_ resting: RestingNickname) throws(StoreFailure) -> Bool {
    guard try hasAdditionalTables() else { return false }
    return try row(
      "SELECT 1 FROM resting_nickname WHERE \(Self.ending)",
      .text(resting.nickname.key.text),
      .text(resting.nickname.skeleton.text),
      .text(resting.nickname.shownSkeleton.text),
      .text(resting.accountID.description)
    ) { _ in true } ?? false
  }

  func insertResting(_ resting: RestingNickname) throws(StoreFailure) {
    try makeAdditionalTables()
    try run(
      "INSERT INTO resting_nickname (\(Self.restingColumns)) VALUES (?, ?, ?, ?, ?, ?)",
      .text(resting.nickname.text),
      .text(resting.nickname.key.text),
      .text(resting.nickname.skeleton.text),
      .text(resting.nickname.shownSkeleton.text),
      .text(resting.accountID.description),
      .time(resting.freedAt)
    )
  }

  func restingNicknames(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [(number: Int64, resting: RestingNickname)] {
    guard try hasAdditionalTables() else { return [] }
    return try rows(
      """
      SELECT \(Self.restingColumns), number FROM resting_nickname
      WHERE number > ? ORDER BY number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in (try row.integer(6), try row.restingNickname()) }
  }
}

extension SQLiteRow {
  fileprivate func restingNickname() throws(StoreFailure) -> RestingNickname {
    let nickname = Nickname(
      storedText: try text(0),
      storedKey: try text(1),
      storedSkeleton: try text(2),
      storedShownSkeleton: try text(3)
    )
    guard let nickname else { throw damaged(0) }
    return RestingNickname(
      nickname: nickname,
      accountID: try identifier(4),
      freedAt: try timestamp(5)
    )
  }
}
