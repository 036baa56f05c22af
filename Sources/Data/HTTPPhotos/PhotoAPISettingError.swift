#if Server
import MonikerDomain

/// The settings with which no photo API can be used.
///
/// No case keeps what was given: it may contain a secret.
public enum PhotoAPISettingError: Error, Hashable, Sendable {
  /// A text that is no key.
  case key

  /// A text that is no address of an API.
  case address

  /// An address without TLS that is not on the loopback interface of this machine.
  case insecureAddress

  /// A name that cannot be shown beside a photo.
  case name

  /// A time limit that is not longer than 0, or is longer than ``HTTPPhotoSource/maximumTimeout``.
  case timeout
}

extension PhotoAPISettingError: CustomStringConvertible {
  /// A sentence that says what is accepted.
  public var description: String {
    switch self {
    case .key:
      "The key of a photo API has 1 to \(PhotoAPIKey.maximumLength) printable ASCII characters "
        + "without spaces."
    case .address:
      "The address of a photo API is https:// and a host, then a port and a path if needed, "
        + "without a user, a query or a fragment."
    case .insecureAddress:
      "The address of a photo API begins with https://, because the key is sent to it. Only "
        + "127.0.0.1, [::1] and localhost may have http://."
    case .name:
      "The name of a photo source has 1 to \(Picture.maximumTextLength) bytes of UTF-8, and each of "
        + "its characters can be shown in a line."
    case .timeout:
      "A time limit of a photo source is longer than 0 seconds and at most "
        + "\(HTTPPhotoSource.maximumTimeout)."
    }
  }
}
#endif
