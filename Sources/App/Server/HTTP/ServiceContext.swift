#if Server
import FoundationEssentials
import Hummingbird
import MonikerDomain
import NIOCore

/// What the service knows of a request.
struct ServiceContext: Hummingbird.RequestContext {
  /// The maximum number of bytes of a request's body: 65,536.
  static let maximumBodyLength = 65_536

  var coreContext: CoreRequestContextStorage

  /// The address of the client; without a connection, as in tests, the unspecified address.
  var client: IPAddress

  /// Is complete when the connection has ended.
  let disconnected: EventLoopFuture<Void>

  /// Who has proved to be the caller; nil if nobody has.
  var caller: Caller?

  /// The active session of the caller's device, as of the moment when its token was looked up.
  var session = SessionSnapshot(active: nil)

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    disconnected = source.channel.closeFuture
    client = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } ?? .unspecified
  }

  var maxUploadSize: Int { Self.maximumBodyLength }

  var responseEncoder: JSONEncoder { .ofService }

  /// The origin of the request, as stores keep it.
  var origin: Origin { Origin(host: client.description) }
}

extension JSONEncoder {
  /// An encoder for all that the service answers.
  static var ofService: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// Who has proved to be the caller of a request.
enum Caller: Sendable {
  /// A device, by its token.
  case device(Device, token: SecretDigest, isCookie: Bool)

  /// A program to which a person gave an identity token.
  case identityToken(Account)

  /// The device; nil for an identity token.
  var device: Device? {
    guard case .device(let device, _, _) = self else { return nil }
    return device
  }
}
#endif
