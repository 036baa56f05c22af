#if Server
import CPostgreSQL
import Glibc
import MonikerFiles

extension PostgreSQLConnection {
  /// Waits until a notification arrives that this connection listens to.
  ///
  /// - Parameter time: how long to wait.
  /// - Returns: the texts of all that have arrived; none if the time was over before.
  func notifications(within time: Duration) throws(PostgreSQLFailure) -> [String] {
    let countdown = Countdown(time)
    while true {
      var texts: [String] = []
      while let notification = PQnotifies(handle) {
        texts.append(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      if !texts.isEmpty { return texts }
      // Reading finds out that the connection has ended.
      let isReadable = Self.wait(
        for: Int16(POLLIN),
        on: PQsocket(handle),
        atMost: countdown.remaining
      )
      guard isReadable else { return [] }
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }
}
#endif
