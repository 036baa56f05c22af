#if Server
import Synchronization

/// A secret behind a lock, without a mirror that shows it.
final class Protected: Sendable {
  private let content: Mutex<RemoteSecret?>

  init(_ value: RemoteSecret?) {
    content = Mutex(value)
  }

  var value: RemoteSecret? {
    get { content.withLock(\.self) }
    set { content.withLock { $0 = newValue } }
  }
}
#endif
