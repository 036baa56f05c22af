import MonikerDomain
import MonikerModel

/// The settings, which are rows of the table `setting`; one with its standard value has no row.
extension SQLiteConnection {
  private static let historyLimit = "history_limit"

  func settings() throws(StoreFailure) -> StoreSettings {
    guard try hasAdditionalTables() else { return .standard }
    let limit = try row(
      "SELECT value FROM setting WHERE name = ?",
      .text(Self.historyLimit)
    ) { row throws(StoreFailure) in
      let value = try row.integer(0)
      guard 0...Int64(StoreSettings.maximumHistoryLimit) ~= value else { throw row.damaged(0) }
      return Int(value)
    }
    return limit.map { StoreSettings(historyLimit: $0) } ?? .standard
  }

  /// Changes the settings, inside a transaction.
  func set(_ settings: StoreSettings) throws(StoreFailure) {
    if settings == .standard {
      guard try hasAdditionalTables() else { return }
      try run("DELETE FROM setting WHERE name = ?", .text(Self.historyLimit))
    } else {
      try makeAdditionalTables()
      try run(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        .text(Self.historyLimit),
        .integer(Int64(settings.historyLimit))
      )
    }
  }

  func change(
    to settings: StoreSettings
  ) throws(StoreFailure) -> Result<StoreStep<StoreSettings>, StoreError> {
    try step { () throws(StoreFailure) in
      let before = try self.settings()
      guard before != settings else { return .success(.unchanged(before)) }
      try set(settings)
      return .success(.changed(before))
    }
  }
}
