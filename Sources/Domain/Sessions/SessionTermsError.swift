/// Why nobody can be signed in on some terms.
public enum SessionTermsError: Error, Hashable, Sendable {
  /// The lifetime is longer than ``SessionTerms/maximumLifetime``.
  case lifetimeTooLong

  /// The session slides, and its lifetime is shorter than ``SessionTerms/minimumSlidingLifetime``
  /// or is not limited.
  case slidingLifetimeTooShort

  /// The session is to be renewed, and has no lifetime to be renewed for.
  case noLifetimeToRenew

  /// The session is to be renewed while more time is left of it than it lasts.
  case minimumRemainingTooLong
}
