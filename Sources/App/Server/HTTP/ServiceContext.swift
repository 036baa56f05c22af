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

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    disconnected = source.channel.closeFuture
    client = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } ?? .unspecified
  }

  var maxUploadSize: Int { Self.maximumBodyLength }

  var responseEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The origin of the request, as stores keep it.
  var origin: Origin { Origin(host: client.description) }
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
