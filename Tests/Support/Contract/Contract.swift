public import MonikerDomain
import MonikerDoubles

/// The laws of the repository protocols, for any store.
///
/// A test target runs each law over each store, so that a report names both:
///
/// ```swift
/// @Test(arguments: Contract.laws(for: myStore))
/// func `MyStore obeys the contract`(law: Law) async throws {
///   try await law.check(myStore)
/// }
/// ```
public enum Contract {
  /// The owner that each store under test must have: it sets the time and the IDs that a law chooses.
  public static var owner: StoreOwner { .test }

  /// All laws, including those about durability.
  public static var laws: [Law] {
    signIn + claim + rename + lookalike + conflicts + accounts + profiles + sessions + endedSessions
      + time
      + devices + history + intentions + credentials + provenSessions + links + identityTokens
      + repeatedSecrets + approvals + suspension
      + restingNicknames
      + settings + archive
      + changes
      + concurrency
      + durability
  }

  /// The laws that apply to a kind of store.
  public static func laws(for store: StoreUnderTest) -> [Law] {
    laws.filter { $0.applies(to: store) }
  }
}
