import MonikerDomain
import MonikerModel

/// The settings, which are rows of the table `setting`; one with its standard value has no row.
extension SQLiteConnection {
  private static let historyLimit = "history_limit"
  private static let nicknameRest = "nickname_rest"

  func settings() throws(StoreFailure) -> StoreSettings {
    guard try hasAdditionalTables() else { return .standard }
    let longest = StoreSettings.maximumNicknameRest.wholeMilliseconds
    let limit = try setting(Self.historyLimit, upTo: Int64(StoreSettings.maximumHistoryLimit))
    let rest = try setting(Self.nicknameRest, upTo: longest)
    return StoreSettingsChange(
      historyLimit: limit.map(Int.init),
      nicknameRest: rest.map { .milliseconds($0) }
    ).applied(to: .standard)
  }

  private func setting(
    _ name: String,
    upTo maximum: Int64
  ) throws(StoreFailure) -> Int64? {
    try row("SELECT value FROM setting WHERE name = ?", .text(name)) { row throws(StoreFailure) in
      let value = try row.integer(0)
      guard 0...maximum ~= value else { throw row.damaged(0) }
      return value
    }
  }

  /// Changes the settings, inside a transaction.
  func set(_ settings: StoreSettings) throws(StoreFailure) {
    let standard = StoreSettings.standard
    try set(
      Self.historyLimit,
      to: settings.historyLimit == standard.historyLimit ? nil : Int64(settings.historyLimit)
    )
    try set(
      Self.nicknameRest,
      to: settings.nicknameRest == standard.nicknameRest
        ? nil : settings.nicknameRest.wholeMilliseconds
    )
  }

  private func set(_ name: String, to value: Int64?) throws(StoreFailure) {
    if let value {
      try makeAdditionalTables()
      try run(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        .text(name),
        .integer(value)
      )
    } else if try hasAdditionalTables() {
      try run("DELETE FROM setting WHERE name = ?", .text(name))
    }
  }

  func change(
    _ settings: StoreSettingsChange
  ) throws(StoreFailure) -> Result<StoreStep<StoreSettings>, StoreError> {
    try step { () throws(StoreFailure) in
      let before = try self.settings()
      let after = settings.applied(to: before)
      guard before != after else { return .success(.unchanged(before)) }
      try set(after)
      return .success(.changed(before))
    }
  }
}
