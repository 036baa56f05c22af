/// A store as a whole: what it holds, how much that is, and whether it is sound.
///
/// What is said of ``NicknameRepository`` holds here too; it is a face of the same store.
public protocol StoreArchive: Sendable {
  /// All that the store holds, as of the moment of the call.
  ///
  /// - Returns: for a store that was never written to, ``StoreMetadata/none`` alone.
  /// - Throws: the failure of the store.
  func contents() async throws(StoreFailure) -> any StoreContents

  /// How much the store holds, as of one moment; nothing is changed, and no file is made.
  ///
  /// - Throws: the failure of the store.
  func summary() async throws(StoreFailure) -> StoreSummary

  /// What is wrong with what the store holds, as far as it can be told without other stores: what
  /// contradicts itself, and what no sequence of intentions leads to. Nothing is changed.
  ///
  /// - Returns: a sentence for each defect, without a full stop, the first ones; none for a sound store,
  ///   which a store is that was never written to.
  /// - Throws: a failure that says nothing about what the store holds: damage is a defect.
  func defects() async throws(StoreFailure) -> [String]

  /// What can still be read of a store that is damaged, without what contradicts itself. Nothing is changed.
  ///
  /// - Returns: of a sound store all that it holds, and no losses.
  /// - Throws: the failure of a store of which nothing can be read, or that is none.
  func salvage() async throws(StoreFailure) -> StoreSalvage

  /// Adds what another store holds to what this one holds, as one step.
  ///
  /// - Accounts and sessions keep their identities, events their order, behind those that are there, with
  ///   new numbers. What is there already, also an event that is told in the same words, is not added
  ///   again: merging a store twice is merging it once.
  /// - Who is active here stays so; where nobody is, whoever is there becomes so.
  /// - Nothing is forgotten by it: the next change does that, by its own limit.
  ///
  /// - Parameter records: all records of the other store, or as many of the first ones as there are.
  /// - Returns: how many records of accounts, sessions and events were added.
  /// - Throws: ``StoreError/conflicts(_:)`` where an account or a session contradicts one that is here:
  ///   nothing was changed then; ``StoreError/store(_:)``.
  func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int
}
