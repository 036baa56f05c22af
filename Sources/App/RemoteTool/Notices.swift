#if Server
import MonikerPresentation
import Synchronization

/// What a command has to say after its answer.
final class Notices: Sendable {
  private let messages = Mutex<[Message]>([])

  func add(_ message: Message) {
    messages.withLock { $0.append(message) }
  }

  func all() -> [Message] { messages.withLock(\.self) }
}
#endif
