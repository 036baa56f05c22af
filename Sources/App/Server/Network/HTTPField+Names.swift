#if Server
import HTTPTypes

/// The names of fields that HTTPTypes does not have.
extension HTTPField.Name {
  static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
  /// A header Host beside the first one, which is the authority.
  static let furtherHost = named("Host")
  static let idempotencyKey = named("Idempotency-Key")
  static let monikerAccount = named("Moniker-Account")
  static let monikerReload = named("Moniker-Reload")
  static let referrerPolicy = named("Referrer-Policy")
  static let secFetchSite = named("Sec-Fetch-Site")
  static let xAccelBuffering = named("X-Accel-Buffering")
  static let xForwardedFor = named("X-Forwarded-For")
  static let xRequestID = named("X-Request-ID")

  private static func named(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("not the name of a field: \(text)") }
    return name
  }
}
#endif
