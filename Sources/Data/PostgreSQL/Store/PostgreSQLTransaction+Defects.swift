#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  /// The defects of the content, as ``/MonikerDomain/StoreArchive/defects()`` defines them.
  ///
  /// The constraints of the tables exclude most of them: these are the others.
  func defects() throws(PostgreSQLFailure) -> [String] {
    var defects: [String] = []
    for rule in Self.rules {
      if try exists("\(rule.query) LIMIT 1") { defects.append(rule.defect) }
    }
    var place = RecordPlace.start
    do throws(PostgreSQLFailure) {
      while true {
        let records: [StoreRecord]
        (records, place) = try self.records(place, limit: 1_000)
        for record in records {
          switch record {
          case .account(let account, _, _, _) where !account.nickname.hasFormsOfItsText:
            defects.append(.wrongForms(of: account))
          case .restingNickname(let resting) where !resting.nickname.hasFormsOfItsText:
            defects.append(.wrongForms(of: resting))
          default: continue
          }
        }
        if case .end = place { return defects }
      }
    } catch {
      guard error.failure.reason == .damaged else { throw error }
      return defects + [error.failure.detail]
    }
  }

  /// Queries that find what this program never writes, with the defect that each finds.
  static let rules: [(query: String, defect: String)] = [
    (
      """
      SELECT 1 FROM resting_nickname AS resting WHERE EXISTS (
          SELECT 1 FROM account WHERE account.nickname_key = resting.nickname_key
            AND account.id <> resting.account)
        OR EXISTS (
          SELECT 1 FROM account WHERE account.nickname_skeleton = resting.nickname_skeleton
            AND account.id <> resting.account)
        OR EXISTS (
          SELECT 1 FROM account WHERE account.shown_skeleton = resting.shown_skeleton
            AND account.id <> resting.account)
        OR EXISTS (
          SELECT 1 FROM resting_nickname AS other
          WHERE other.nickname_key = resting.nickname_key AND other.account <> resting.account)
        OR EXISTS (
          SELECT 1 FROM resting_nickname AS other
          WHERE other.nickname_skeleton = resting.nickname_skeleton
            AND other.account <> resting.account)
        OR EXISTS (
          SELECT 1 FROM resting_nickname AS other
          WHERE other.shown_skeleton = resting.shown_skeleton
            AND other.account <> resting.account)
      """,
      .restingConflict
    ),
    (
      "SELECT 1 FROM device JOIN device AS other ON other.next_token = device.token",
      "two devices have the same token"
    ),
    (
      """
      SELECT 1 FROM session AS open WHERE ended_at IS NULL AND EXISTS (
        SELECT 1 FROM session AS later WHERE later.account = open.account
          AND later.device = open.device AND later.number > open.number)
      """,
      .sessionAfterOpenOne
    ),
    (
      """
      SELECT 1 FROM session WHERE end_event IS NOT NULL GROUP BY end_event HAVING count(*) > 1
      """,
      "two sessions name the same event as their end"
    ),
    (
      """
      SELECT 1 FROM session WHERE end_event > (
        SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_number_seq)
      """,
      "a session names an event that does not exist as its end"
    ),
    (
      """
      SELECT 1 FROM event WHERE number > (
        SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_number_seq)
      """,
      "an event has a number that was not given yet"
    ),
  ]
}
#endif
