/// For how long somebody is to be signed in.
public struct SessionTerms: Hashable, Sendable {
  /// Until signing out.
  public static let unlimited = SessionTerms(lifetime: nil, minimumRemaining: nil)

  /// How long a session that is opened or renewed lasts; nil for one that does not end by itself.
  public let lifetime: Duration?

  /// A session that is kept is renewed if less time than this is left of it; nil for never.
  public let minimumRemaining: Duration?

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - lifetime: more than nothing.
  ///   - minimumRemaining: more than nothing; nothing is renewed without a `lifetime`.
  public init(lifetime: Duration?, minimumRemaining: Duration? = nil) {
    self.lifetime = lifetime
    self.minimumRemaining = minimumRemaining
  }
}
