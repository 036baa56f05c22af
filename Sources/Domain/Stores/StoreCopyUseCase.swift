/// Moves what a store holds to another place: copies, backups and their return, imports, exports and
/// repairs.
public struct StoreCopyUseCase: Sendable {
  let report: @Sendable (CopyProgress) -> Void

  /// Makes the use case.
  ///
  /// - Parameter report: is called from time to time with how far a copy has come.
  public init(report: @escaping @Sendable (CopyProgress) -> Void = { _ in }) {
    self.report = report
  }

  /// Writes what a store holds, as of one moment, into a store of its own.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - backup: the store that is written.
  ///   - isReplacing: whether `backup` may hold something, which is gone then.
  /// - Throws: ``StoreError/sameStore(location:)``, ``StoreError/notEmpty(location:)`` before anything
  ///   is copied; ``StoreError``. What is in the place of the backup is as it was then.
  public func backUp(
    _ store: WholeStore,
    to backup: WholeStore,
    replacing isReplacing: Bool
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(backup)
    if !isReplacing, try await !backup.summary().isEmpty {
      throw .notEmpty(location: backup.name)
    }
    return try await fill(backup, isReplacing ? .replacing : .ifEmpty, from: store)
  }

  /// Puts what a backup holds in the place of a store.
  ///
  /// - Parameters:
  ///   - store: the store that is replaced.
  ///   - backup: the backup, which is checked first.
  ///   - path: where the store that is there is kept.
  /// - Throws: ``StoreError/unsound(location:defects:)`` for a backup that is damaged; ``StoreError``.
  ///   The store is as it was then.
  public func restore(
    _ store: WholeStore,
    from backup: WholeStore,
    keeping path: String
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(backup)
    let defects = try await backup.defects()
    guard defects.isEmpty else { throw .unsound(location: backup.name, defects: defects) }
    return try await fill(store, .keeping(at: path), from: backup)
  }

  /// Copies what a store holds into another one, or adds it to what the other one holds.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - target: the other one.
  ///   - isMerging: whether `target` may hold something, which stays.
  /// - Throws: ``StoreError/notEmpty(location:)``; ``StoreError``. `target` is as it was then.
  public func copy(
    _ store: WholeStore,
    to target: WholeStore,
    merging isMerging: Bool
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(target)
    if try await target.summary().isEmpty { return try await fill(target, .ifEmpty, from: store) }
    guard isMerging else { throw .notEmpty(location: target.name) }
    let contents: any StoreContents
    do { contents = try await store.archive.contents() } catch { throw .store(error) }
    return try await merge(contents, into: target.archive)
  }

  /// Fills a store with what an export holds, or adds it to what the store holds.
  ///
  /// - Parameters:
  ///   - export: what the export holds; it is read once.
  ///   - store: the store.
  ///   - isMerging: whether the store may hold something, which stays.
  /// - Throws: ``StoreError/notEmpty(location:)``; ``StoreError``. The store is as it was then.
  public func `import`(
    _ export: any StoreContents,
    into store: WholeStore,
    merging isMerging: Bool
  ) async throws(StoreError) -> StoreCopy {
    let isEmpty = try await store.summary().isEmpty
    guard isEmpty || isMerging else { throw .notEmpty(location: store.name) }
    let staging = try store.place()
    guard isEmpty else { return try await merge(export, into: store.archive) }
    do throws(StoreError) {
      return try await refill(staging, .ifEmpty, from: export)
    } catch {
      try? await staging.discard()
      throw error
    }
  }

  /// Makes a new store of what can be read of a damaged one.
  ///
  /// - Parameters:
  ///   - store: the store that is checked, and replaced if it is damaged.
  ///   - path: where the damaged store is kept as it is.
  /// - Returns: what was copied, and a sentence for each loss; nil for a sound store, which stays as
  ///   it is.
  /// - Throws: ``StoreError``; the store is as it was then.
  public func repair(
    _ store: WholeStore,
    keeping path: String
  ) async throws(StoreError) -> (copy: StoreCopy, losses: [String])? {
    let staging = try store.place()
    guard try await !store.defects().isEmpty else { return nil }
    let salvage: StoreSalvage
    do { salvage = try await store.archive.salvage() } catch { throw .store(error) }
    let copy = try await refill(staging, .salvaging(to: path), from: salvage.contents)
    return (copy, salvage.losses)
  }

  /// Hands the records of a store to a sink, in their order, until the sink wants no more.
  ///
  /// - Parameters:
  ///   - contents: what the store holds.
  ///   - failure: makes the error that is thrown of a failure of the store.
  ///   - sink: takes the next record and returns whether it wants more.
  /// - Throws: what `sink` throws, and what `failure` makes.
  public func export<Failure: Error>(
    _ contents: any StoreContents,
    failingAs failure: (StoreFailure) -> Failure,
    to sink: (StoreRecord) throws(Failure) -> Bool
  ) async throws(Failure) -> StoreCopy {
    var count = 0
    var isWanted = true
    while isWanted {
      let records: [StoreRecord]
      do { records = try await contents.next() } catch { throw failure(error) }
      if records.isEmpty { break }
      for record in records where isWanted { isWanted = try sink(record) }
      count += records.count
      report(CopyProgress(done: count, total: nil))
    }
    // The last record, the one of the metadata, is none of them.
    return StoreCopy(recordCount: count - 1, resumedCount: 0)
  }
}
