/// The lifetime of a session, and how it is renewed.
public struct SessionTerms: Hashable, Sendable {
  /// A session that does not expire.
  public static let unlimited = SessionTerms(lifetime: nil)

  /// The longest lifetime that a person can request: ten years of 365 days.
  public static let maximumLifetime = Duration.seconds(3_650 * 86_400)

  /// The shortest idle timeout: two times ``Session/minimumRenewalInterval``.
  ///
  /// A session with a shorter one could expire between two uses.
  public static let minimumSlidingLifetime = Session.minimumRenewalInterval * 2

  /// The lifetime of a session that is opened or renewed; nil if it does not expire.
  public let lifetime: Duration?

  /// Whether each use extends the session by ``lifetime``; if false, the session lasts that long
  /// from its opening.
  public let isSliding: Bool

  /// A sign-in renews a session that it keeps if less time than this is left; nil for never.
  public let minimumRemaining: Duration?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - lifetime: rounded down to whole milliseconds, and clamped to the times from one millisecond to all of
  ///     ``Timestamp/range``.
  ///   - isSliding: see ``isSliding``; ignored without a `lifetime`.
  ///   - minimumRemaining: more than zero; ignored without a `lifetime`.
  public init(lifetime: Duration?, isSliding: Bool = false, minimumRemaining: Duration? = nil) {
    self.lifetime = lifetime.map {
      .milliseconds(min(max(1, $0.wholeMilliseconds), Timestamp.range.upperBound))
    }
    self.isSliding = isSliding
    self.minimumRemaining = minimumRemaining
  }

  /// Returns the terms if a person can request them.
  ///
  /// Stores keep sessions on any terms; these rules limit only what people request.
  ///
  /// - Throws: ``SessionTermsError`` for the first rule that the terms break.
  public func validated() throws(SessionTermsError) -> SessionTerms {
    if let lifetime, lifetime > Self.maximumLifetime { throw .lifetimeTooLong }
    if isSliding, lifetime.map({ $0 < Self.minimumSlidingLifetime }) ?? true {
      throw .slidingLifetimeTooShort
    }
    if let minimumRemaining {
      guard let lifetime else { throw .noLifetimeToRenew }
      guard minimumRemaining <= lifetime else { throw .minimumRemainingTooLong }
    }
    return self
  }
}
