import CSQLite
import MonikerFiles

/// What a connection does while others hold the database.
///
/// SQLite's own handler pauses longer and longer: see ``Waiting`` for what that leads to.
final class BusyHandler {
  private let wait: Duration
  private var waiting: Waiting
  /// Whether to wait at all.
  var isPatient = true

  init(wait: Duration) {
    self.wait = wait
    waiting = Waiting(atMost: wait)
  }

  /// Has the connection ask this object; the object must outlive the connection.
  func install(on connection: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      connection,
      { context, attempts in
        guard let context else { return 0 }
        let handler = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.shouldTryAgain(first: attempts == 0) ? 1 : 0
      },
      context
    )
  }

  private func shouldTryAgain(first isFirst: Bool) -> Bool {
    guard isPatient else { return false }
    if isFirst { waiting = Waiting(atMost: wait) }
    return waiting.pause()
  }
}
