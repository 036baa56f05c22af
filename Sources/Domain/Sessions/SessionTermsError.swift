/// Why a person cannot request some terms.
public enum SessionTermsError: Error, Hashable, Sendable {
  /// The lifetime is longer than ``SessionTerms/maximumLifetime``.
  case lifetimeTooLong

  /// The session is sliding, and its lifetime is missing or shorter than
  /// ``SessionTerms/minimumSlidingLifetime``.
  case slidingLifetimeTooShort

  /// The terms require renewal but have no lifetime.
  case noLifetimeToRenew

  /// The minimum remaining time is longer than the lifetime.
  case minimumRemainingTooLong
}
