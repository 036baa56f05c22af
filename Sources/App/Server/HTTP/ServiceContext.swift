#if Server
import FoundationEssentials
import Hummingbird
import MonikerDomain
import NIOCore

/// What the service knows of a request.
struct ServiceContext: Hummingbird.RequestContext, Sendable {
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
///
/// It is indirect because the context is copied for each middleware, into memory that a connection keeps.
indirect enum Caller: Sendable {
  /// A device, by its token.
  case device(CallingDevice)

  /// A program to which a person gave an identity token.
  case identityToken(Account)

  /// The device; nil for an identity token.
  var device: CallingDevice? {
    guard case .device(let device) = self else { return nil }
    return device
  }
}

/// A device that has proved to be the caller.
struct CallingDevice: Sendable {
  /// The device.
  let device: Device

  /// The digest of its token.
  let token: SecretDigest

  /// Whether the token was in a cookie.
  let isCookie: Bool

  /// The active session of the device, as of the moment when its token was looked up.
  let session: SessionSnapshot
}
#endif
