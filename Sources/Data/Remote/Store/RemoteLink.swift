#if Server
import MonikerDomain
import Synchronization

/// A link that this device has begun: it shows the user code, and asks until somebody has decided.
public final class RemoteLink: Sendable {
  /// What a person types on a device that is signed in.
  public let userCode: String

  /// Where a person types it in a browser; nil if the service tells no address of its own.
  public let page: String?

  /// How long the codes are valid.
  public let lifetime: Duration

  let deviceCode: RemoteSecret
  let intention: IntentionID
  private let pause: Mutex<Duration>
  private let isLost = Mutex(false)

  /// The longest time between two questions, whatever the service says: a minute.
  private static let longestPause = 60

  init(_ answer: LinkAnswer, at address: ServiceAddress, as intention: IntentionID) {
    // It is shown at a terminal, which no service controls.
    userCode = String(answer.userCode.unicodeScalars.filter { 0x20..<0x7F ~= $0.value })
    let isOwn = answer.verificationURI.hasPrefix(address.description + "/")
    page =
      isOwn && answer.verificationURI.utf8.allSatisfy { 0x21..<0x7F ~= $0 }
      ? answer.verificationURI : nil
    lifetime = .seconds(max(0, answer.expiresIn))
    deviceCode = answer.deviceCode.secret
    pause = Mutex(.seconds(min(max(1, answer.interval), Self.longestPause)))
    self.intention = intention
  }

  /// How long to wait before this device asks again; it grows if the service says so (RFC 8628, section 3.5).
  public var interval: Duration { pause.withLock(\.self) }

  func slowDown() { pause.withLock { $0 += .seconds(5) } }

  /// Whether a question has got no answer, and can still be under way.
  var hasLostAnswer: Bool { isLost.withLock(\.self) }

  func answerWasLost() { isLost.withLock { $0 = true } }
}

extension RemoteLink: Hashable {
  /// Whether both are the same link.
  public static func == (left: RemoteLink, right: RemoteLink) -> Bool { left === right }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RemoteLink: CustomReflectable {
  /// A mirror without children, of which one is a secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
