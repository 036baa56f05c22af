#if Server
import CPostgreSQL
import MonikerDomain

extension PostgreSQLConnection {
  /// Begins a transaction in the same message as the first statement that is run in it.
  ///
  /// - Parameter sql: the statement that begins it, with its isolation level.
  func begin(_ sql: String) {
    queue = [(sql, [])]
  }

  /// Commits the transaction, if a statement was run or waits in it.
  ///
  /// - Throws: a failure of the kind ``PostgreSQLFailure/Kind/outcomeUnknown`` if the connection ended
  ///   before the answer to COMMIT, or if the server answered with a warning: it has then given up the
  ///   wait for a standby, and the transaction is lost if the standby becomes the primary. Any other
  ///   failure means that nothing was done.
  func commit() throws(PostgreSQLFailure) {
    if !isInTransaction, queue.count < 2 {
      queue = []
      return
    }
    notices.haveWarning = false
    let command: String
    do {
      command = try exchange([("COMMIT", [])])[0].command
    } catch {
      throw error.kind == .connectionLost ? error.asOutcomeUnknown : error
    }
    guard command == "COMMIT" else {
      throw PostgreSQLFailure(.other, .inputOutput, at: location, detail: "it had failed before")
    }
    guard !notices.haveWarning else {
      let detail = "the server gave up the wait for its standby"
      throw PostgreSQLFailure(.other, .inputOutput, at: location, detail: detail).asOutcomeUnknown
    }
  }

  /// Ends the transaction without a change.
  ///
  /// The connection counts as lost if that fails; the server then ends the transaction by itself.
  func rollBack() {
    queue = []
    guard isInTransaction, !isLost else { return }
    _ = try? exchange([("ROLLBACK", [])])
    if isInTransaction { _ = lost() }
  }

  private var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }
}
#endif
