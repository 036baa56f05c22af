/// For how long somebody is to be signed in.
public struct SessionTerms: Hashable, Sendable {
  /// Until signing out.
  public static let unlimited = SessionTerms(lifetime: nil)

  /// The longest lifetime that a person can ask for: ten years of 365 days.
  public static let maximumLifetime = Duration.seconds(3_650 * 86_400)

  /// The shortest lifetime of a session that slides: two of ``Session/renewalInterval``, since a shorter
  /// one could run out between two uses.
  public static let minimumSlidingLifetime = Session.renewalInterval * 2

  /// How long a session that is opened or renewed lasts; nil for one that does not end by itself.
  public let lifetime: Duration?

  /// Whether a session that is opened lasts that long from each use on, and not from its opening.
  public let isSliding: Bool

  /// A session that is kept is renewed if less time than this is left of it; nil for never.
  public let minimumRemaining: Duration?

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - lifetime: whole milliseconds count; less than one counts as one.
  ///   - isSliding: see ``isSliding``; without a `lifetime` it means nothing.
  ///   - minimumRemaining: more than nothing; nothing is renewed without a `lifetime`.
  public init(lifetime: Duration?, isSliding: Bool = false, minimumRemaining: Duration? = nil) {
    self.lifetime = lifetime.map { .milliseconds(max(1, $0.wholeMilliseconds)) }
    self.isSliding = isSliding
    self.minimumRemaining = minimumRemaining
  }

  /// The terms, if a person can be signed in on them.
  ///
  /// Stores keep sessions of all terms; this is what people may ask for.
  ///
  /// - Throws: ``SessionTermsError`` for the first rule that they break.
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
