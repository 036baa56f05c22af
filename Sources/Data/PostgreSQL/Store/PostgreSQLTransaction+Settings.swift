#if Server
import MonikerDomain
import MonikerModel

/// The settings, which are rows of the table `setting`; one with its standard value has no row.
extension PostgreSQLTransaction {
  private static let historyLimit = "history_limit"
  private static let nicknameRest = "nickname_rest"

  func settings() throws(PostgreSQLFailure) -> StoreSettings {
    var (limit, rest): (Int64?, Int64?) = (nil, nil)
    let values = try rows("SELECT name, value FROM setting") { row throws(PostgreSQLFailure) in
      (try row.text(0), try row.integer(1))
    }
    for (name, value) in values {
      if name == Self.historyLimit { limit = value } else { rest = value }
    }
    return StoreSettingsChange(
      historyLimit: limit.map(Int.init),
      nicknameRest: rest.map { .milliseconds($0) }
    ).applied(to: .standard)
  }

  /// Changes the settings.
  func set(_ settings: StoreSettings) {
    let standard = StoreSettings.standard
    set(
      Self.historyLimit,
      to: settings.historyLimit == standard.historyLimit ? nil : Int64(settings.historyLimit)
    )
    set(
      Self.nicknameRest,
      to: settings.nicknameRest == standard.nicknameRest
        ? nil : settings.nicknameRest.wholeMilliseconds
    )
  }

  private func set(_ name: String, to value: Int64?) {
    guard let value else {
      return write("DELETE FROM setting WHERE name = $1", .text(name))
    }
    write(
      """
      INSERT INTO setting (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      .text(name),
      .integer(value)
    )
  }

  func change(
    _ settings: StoreSettingsChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<StoreSettings>, StoreError> {
    write("LOCK TABLE setting IN SHARE ROW EXCLUSIVE MODE")
    let before = try self.settings()
    let after = settings.applied(to: before)
    guard before != after else { return .success(.unchanged(before)) }
    set(after)
    return .success(.changed(before))
  }
}
#endif
