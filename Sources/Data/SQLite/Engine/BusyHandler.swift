import CSQLite
import MonikerFiles

/// The busy handler of a connection: waits while another connection holds a lock.
///
/// SQLite's own handler waits longer with each attempt; see ``/MonikerFiles/Waiting`` for why that
/// is wrong here.
final class BusyHandler {
  let wait: Duration
  private var waiting: Waiting
  /// Whether to wait for a lock; if not, a locked database fails as busy at once.
  var isPatient = true

  init(wait: Duration) {
    self.wait = wait
    waiting = Waiting(atMost: wait)
  }

  /// Installs this handler on a connection, which the handler must outlive.
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
