/// Copies, backs up, restores, imports, exports and repairs stores.
public struct StoreCopyUseCase: Sendable {
  let report: @Sendable (CopyProgress) -> Void

  /// Creates the use case.
  ///
  /// - Parameter report: called from time to time with the progress of a copy.
  public init(report: @escaping @Sendable (CopyProgress) -> Void = { _ in }) {
    self.report = report
  }

  /// Writes the content of a store, as of one moment, into a backup store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - backup: the store to write.
  ///   - path: where an earlier backup is kept; nil to refuse to replace one.
  /// - Throws: ``StoreError/sameStore(location:)`` and ``StoreError/notEmpty(location:)``, before
  ///   anything is copied; ``StoreError``. The place of the backup is unchanged then, unless
  ///   ``StoreFailure/isChangeMade`` is true.
  public func backUp(
    _ store: WholeStore,
    to backup: WholeStore,
    keeping path: String?
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(backup)
    if path == nil, try await !isFree(backup) { throw .notEmpty(location: backup.name) }
    return try await fill(
      backup,
      path.map { .replacingBackup(keeping: $0) } ?? .ifEmpty,
      from: store,
      keepingDevices: true
    )
  }

  /// Returns whether a backup can take a place; what is no readable store is there, too.
  private func isFree(_ backup: WholeStore) async throws(StoreError) -> Bool {
    do {
      return try await backup.summary().isEmpty
    } catch {
      guard case .store(let failure) = error,
        [.damaged, .foreign, .export].contains(failure.reason)
      else { throw error }
      return false
    }
  }

  /// Replaces a store with the content of a backup.
  ///
  /// - Parameters:
  ///   - store: the store to replace.
  ///   - backup: the backup, which is checked first.
  ///   - path: where the replaced store is kept.
  ///   - keepsDevices: whether the tokens of its devices stay valid: a token that was replaced since the
  ///     backup would be valid again.
  /// - Throws: ``StoreError/unsound(location:defects:)`` for a damaged backup; ``StoreError``. The
  ///   store is unchanged then.
  public func restore(
    _ store: WholeStore,
    from backup: WholeStore,
    keeping path: String,
    keepingDevices keepsDevices: Bool = false
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(backup)
    let defects = try await backup.defects()
    guard defects.isEmpty else { throw .unsound(location: backup.name, defects: defects) }
    return try await fill(
      store,
      .keeping(at: path),
      from: backup,
      keepingDevices: keepsDevices
    )
  }

  /// Copies the content of a store into another, or merges it into the other's content.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - target: the other store.
  ///   - isMerging: whether `target` may have content, which stays.
  ///   - keepsDevices: whether a merge keeps the devices; a copy does.
  /// - Throws: ``StoreError/notEmpty(location:)``; ``StoreError``. `target` is unchanged then.
  public func copy(
    _ store: WholeStore,
    to target: WholeStore,
    merging isMerging: Bool,
    keepingDevices keepsDevices: Bool = false
  ) async throws(StoreError) -> StoreCopy {
    try store.refuse(target)
    let summary = try await target.summary()
    if summary.isEmpty, !isMerging || summary.settings == .standard {
      return try await fill(
        target,
        .ifEmpty,
        from: store,
        merging: isMerging,
        keepingDevices: keepsDevices || !isMerging
      )
    }
    guard isMerging else { throw .notEmpty(location: target.name) }
    let contents = try await store.contents().0
    return try await merge(
      contents,
      of: store.name,
      into: target.archive,
      keepingDevices: keepsDevices
    )
  }

  /// Fills a store with the content of an export, or merges the export into its content.
  ///
  /// - Parameters:
  ///   - export: the content of the export; it is read once.
  ///   - store: the store.
  ///   - isMerging: whether the store may have content, which stays.
  ///   - keepsDevices: whether the tokens of its devices are valid in the store.
  /// - Throws: ``StoreError/notEmpty(location:)``; ``StoreError``. The store is unchanged then.
  public func `import`(
    _ export: any StoreContents,
    into store: WholeStore,
    merging isMerging: Bool,
    keepingDevices keepsDevices: Bool = false
  ) async throws(StoreError) -> StoreCopy {
    let summary = try await store.summary()
    guard summary.isEmpty || isMerging else { throw .notEmpty(location: store.name) }
    // A merge keeps the settings.
    let isEmpty = summary.isEmpty && (!isMerging || summary.settings == .standard)
    let staging = try store.place()
    guard isEmpty else {
      return try await merge(
        export,
        of: "",
        as: .export,
        into: store.archive,
        keepingDevices: keepsDevices
      )
    }
    let target = isMerging ? store.archive : nil
    return try await copy(
      export,
      of: "",
      as: .export,
      into: staging,
      .ifEmpty,
      orMergeInto: target,
      keepingDevices: keepsDevices
    )
  }

  /// Replaces a damaged store with a new one with everything that can still be read.
  ///
  /// - Parameters:
  ///   - store: the store to check, which is replaced if it is damaged.
  ///   - path: where the damaged store is kept unchanged.
  /// - Returns: the result of the copy, and a sentence for each loss; nil for a sound store, which
  ///   is not changed.
  /// - Throws: ``StoreError``; the store is unchanged then.
  public func repair(
    _ store: WholeStore,
    keeping path: String
  ) async throws(StoreError) -> (copy: StoreCopy, losses: [String])? {
    let staging = try store.place()
    guard try await !store.defects().isEmpty else { return nil }
    let salvage: StoreSalvage
    do { salvage = try await store.archive.salvage() } catch { throw .store(error) }
    let copy = try await copy(
      salvage.contents,
      of: store.name,
      into: staging,
      .salvaging(to: path)
    )
    // Until here nobody else could change the store.
    withExtendedLifetime(salvage.hold) {}
    return (copy, salvage.losses)
  }

  /// Passes the records of a store to a sink, in their order, until the sink returns false.
  ///
  /// - Parameters:
  ///   - contents: the content of the store.
  ///   - failure: converts a failure of the store into the error to throw.
  ///   - sink: takes the next record and returns whether it accepts more.
  /// - Throws: the errors of `sink` and those that `failure` returns.
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
    // The count excludes the last record, the store metadata.
    return StoreCopy(recordCount: count - 1)
  }
}
