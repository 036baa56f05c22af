/// Something that a law needs of a store, and that not every store can do.
public enum StoreCapability: Hashable, Sendable, CaseIterable {
  /// A caller may see everything, not only a device's view.
  case seesEverything

  /// A sign-in needs no proof.
  case demandsNoProof

  /// The test's owner sets the times and the new IDs.
  case hasChosenTimesAndIDs

  /// The content can be read, checked and merged as a whole.
  case isWhole

  /// A store that is opened again has its earlier content.
  case isDurable

  /// The store keeps devices and credentials: it is a `SharedStore`.
  case keepsCredentials
}

extension Set<StoreCapability> {
  /// What every store in this process can do.
  public static var local: Set {
    [.seesEverything, .demandsNoProof, .hasChosenTimesAndIDs, .isWhole]
  }
}
