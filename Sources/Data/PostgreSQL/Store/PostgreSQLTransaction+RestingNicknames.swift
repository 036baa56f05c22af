#if Server
import MonikerDomain
import MonikerModel

/// The nicknames that rest, which are rows of the table `resting_nickname`.
extension PostgreSQLTransaction {
  static let restingColumns = """
    nickname, nickname_key, nickname_skeleton, shown_skeleton, account, freed_at
    """

  static let restValue = """
    coalesce((SELECT value FROM setting WHERE name = 'nickname_rest'), 0)
    """

  /// The time when the last nickname was given up that rests for another account and matches a claimed
  /// one, in one row.
  ///
  /// The parameters are the forms of the claimed nickname, the account that claims it and the time.
  static let lastResting = """
    SELECT max(freed_at) AS freed_at FROM (
      SELECT freed_at, account FROM resting_nickname WHERE nickname_key = $1
      UNION ALL SELECT freed_at, account FROM resting_nickname WHERE nickname_skeleton = $2
      UNION ALL SELECT freed_at, account FROM resting_nickname WHERE shown_skeleton = $3) AS resting
    WHERE account IS DISTINCT FROM $4
      AND freed_at > \(PostgreSQLView.time(5)) - \(restValue)
      AND freed_at < \(PostgreSQLView.time(5)) + \(restValue)
    """

  /// Lets the nickname of an account rest that gives it up.
  func beginRest(of account: Account, at time: Timestamp) throws(PostgreSQLFailure) {
    guard try settings().nicknameRest > .zero else { return }
    removeResting(account.nickname, of: account.id)
    insertResting(
      RestingNickname(nickname: account.nickname, accountID: account.id, freedAt: time)
    )
  }

  private static func remove(where condition: String) -> String {
    """
    DELETE FROM resting_nickname WHERE number = ANY (ARRAY (
      SELECT number FROM resting_nickname WHERE \(condition)
      ORDER BY freed_at, number LIMIT \(RestingNickname.maximumRemovals) FOR UPDATE SKIP LOCKED))
    """
  }

  static let removePassed = remove(where: "freed_at <= $1 - \(restValue)")
  static let removeLater = remove(where: "freed_at >= $1 + \(restValue)")

  /// Removes a nickname that was claimed, and the oldest ones whose rest has ended.
  func endRest(of nickname: Nickname, for id: AccountID, at time: Timestamp) {
    removeResting(nickname, of: id)
    write(Self.removePassed, .time(time))
    write(Self.removeLater, .time(time))
  }

  /// The rows that ``/MonikerDomain/RestingNickname/ends(with:of:)`` is true for.
  static let ending = """
    (nickname_key = $1 OR nickname_skeleton = $2 OR shown_skeleton = $3)
      AND (account <> $4 OR nickname_key = $1 AND nickname_skeleton = $2 AND shown_skeleton = $3)
    """

  static let removeEnding = "DELETE FROM resting_nickname WHERE \(ending)"

  /// Removes what rests no longer once an account has claimed a nickname.
  func removeResting(_ nickname: Nickname, of id: AccountID) {
    write(
      Self.removeEnding,
      .text(nickname.key.text),
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      .id(id)
    )
  }

  /// Whether a nickname of another account rests that matches this one, or one of its account with the
  /// same forms.
  func isResting(_ resting: RestingNickname) throws(PostgreSQLFailure) -> Bool {
    try exists(
      "SELECT 1 FROM resting_nickname WHERE \(Self.ending)",
      .text(resting.nickname.key.text),
      .text(resting.nickname.skeleton.text),
      .text(resting.nickname.shownSkeleton.text),
      .id(resting.accountID)
    )
  }

  func insertResting(_ resting: RestingNickname) {
    write(
      "INSERT INTO resting_nickname (\(Self.restingColumns)) VALUES ($1, $2, $3, $4, $5, $6)",
      .text(resting.nickname.text),
      .text(resting.nickname.key.text),
      .text(resting.nickname.skeleton.text),
      .text(resting.nickname.shownSkeleton.text),
      .id(resting.accountID),
      .time(resting.freedAt)
    )
  }
}

extension PostgreSQLRow {
  func restingNickname() throws(PostgreSQLFailure) -> RestingNickname {
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
#endif
