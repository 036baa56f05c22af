#if Server
import MonikerDomain

/// Removes what nobody sees any more, in small steps beside the changes.
actor PostgreSQLForgetting {
  /// The time in which accounts gather before a step.
  private static let pause = Duration.seconds(1)

  /// The number of changes after which old IDs of changes are removed.
  private static let changesBetweenPurges = 1_000

  private let pool: PostgreSQLPool
  private var accounts: Set<Int64> = []
  private var changeCount = 0
  private var isRunning = false

  init(_ pool: PostgreSQLPool) {
    self.pool = pool
  }

  /// Notes a change, with the accounts that have as many events as the history limit keeps.
  func note(_ full: Set<Int64>) {
    accounts.formUnion(full)
    changeCount += 1
    guard !isRunning, !accounts.isEmpty || changeCount >= Self.changesBetweenPurges else { return }
    isRunning = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.pause)
      await self?.run()
    }
  }

  private func run() async {
    defer { isRunning = false }
    if changeCount >= Self.changesBetweenPurges {
      changeCount = 0
      await remove(Self.removeCompleted, [])
    }
    let taken = accounts
    accounts = []
    // Each look-up of an account finds at most as many events as one change forgets.
    await remove(PostgreSQLTransaction.removeEvents, [.integers(taken.sorted())])
  }

  /// Runs a statement until it removes nothing; what fails is left to the next time.
  private func remove(_ sql: String, _ values: [PostgreSQLValue]) async {
    var isDone = false
    while !isDone {
      let count = try? await pool.change { connection throws(PostgreSQLFailure) in
        (true, try connection.run(sql, values))
      }
      isDone = count ?? 0 == 0
    }
  }

  static let removeCompleted = """
    DELETE FROM completed_change WHERE id = ANY (ARRAY (
      SELECT id FROM completed_change
      WHERE made_at < statement_timestamp() - interval '1 hour'
      ORDER BY made_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
}
#endif
