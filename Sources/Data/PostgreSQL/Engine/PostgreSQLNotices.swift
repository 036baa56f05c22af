#if Server
import CPostgreSQL

/// What a server says beside its answers: without a receiver, libpq would print it.
final class PostgreSQLNotices {
  /// Whether there was a warning since the value was set to false.
  var haveWarning = false

  /// Receives the notices of a connection, which may not outlive this object.
  func install(on connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        // V: the severity, in English.
        guard let context, let severity = PQresultErrorField(result, 0x56) else { return }
        guard String(cString: severity) == "WARNING" else { return }
        Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().haveWarning = true
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
#endif
