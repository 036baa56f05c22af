/// For how long somebody is to be signed in.
public struct SessionTerms: Hashable, Sendable {
  /// Until signing out.
  public static let unlimited = SessionTerms(lifetime: nil)

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
  ///   - isSliding: see ``isSliding``; without a `lifetime` it means nothing. A lifetime that is not
  ///     far longer than ``Session/renewalPause`` may run out between two uses of a minute.
  ///   - minimumRemaining: more than nothing; nothing is renewed without a `lifetime`.
  public init(lifetime: Duration?, isSliding: Bool = false, minimumRemaining: Duration? = nil) {
    self.lifetime = lifetime.map { .milliseconds(max(1, $0.wholeMilliseconds)) }
    self.isSliding = isSliding
    self.minimumRemaining = minimumRemaining
  }
}
