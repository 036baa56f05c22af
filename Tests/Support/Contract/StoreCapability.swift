/// Something that a law needs of a store, and that not every store can do.
public enum StoreCapability: Hashable, Sendable, CaseIterable {
  /// A call may see everything; in a store without this, each sees the view of its device.
  case seesEverything

  /// A sign-in needs no proof; a store without this demands one.
  case demandsNoProof

  /// The law sets the times and the new IDs; a store without this has a clock and IDs of its own.
  case hasChosenTimesAndIDs

  /// The store takes calls as they are made: with their origin, with terms to the millisecond, with accounts
  /// that nobody signs in to, and names the event that has ended a session and the holder of a nickname. A
  /// service gives its clients less.
  case isDirect

  /// The content can be read, checked and merged as a whole, and the settings changed.
  case isWhole

  /// A store that is opened again has its earlier content.
  case isDurable

  /// The store keeps devices and credentials: it is a `SharedStore`.
  case keepsCredentials
}

extension Set<StoreCapability> {
  /// What every store in this process can do; a remote store can do little of it.
  public static var local: Set {
    [.seesEverything, .demandsNoProof, .hasChosenTimesAndIDs, .isDirect, .isWhole]
  }
}
