public import MonikerDomain

/// Tells about stores as a whole, and moves what they hold.
public struct StorePresenter: Sendable {
  private let store: NamedStore
  private let copying: StoreCopyUseCase

  /// Makes the presenter of a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - report: is told how far a copy has come.
  public init(
    store: NamedStore,
    report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) {
    self.store = store
    copying = StoreCopyUseCase(report: report)
  }

  /// How much the store holds.
  public func info() async throws(Problem) -> StoreInfoOutcome {
    StoreInfoOutcome(summary: try await summary(of: store), store: store.description)
  }

  /// Whether the store is sound.
  public func check() async throws(Problem) -> StoreCheckOutcome {
    do {
      return StoreCheckOutcome(defects: try await store.archive.defects(), store: store.description)
    } catch {
      throw Problem(error)
    }
  }

  /// Writes what the store holds, as of one moment, into a store of its own.
  ///
  /// - Parameters:
  ///   - backup: that store.
  ///   - isForced: whether something may be there, which is gone then.
  public func backUp(
    to backup: NamedStore,
    replacing isForced: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    try refuseSame(as: backup)
    // Whoever waits for a large one wants to know before.
    if !isForced, try await !summary(of: backup).isEmpty {
      throw Problem(.notEmpty(location: backup.name))
    }
    let copy = try await copy(store.archive, to: backup, isForced ? .replacing : .ifEmpty)
    return StoreCopyOutcome(purpose: .backup, copy: copy, from: store.name, to: backup.name)
  }

  /// Puts what a backup holds in the place of the store, once it has proved to be sound.
  ///
  /// - Parameters:
  ///   - backup: the backup.
  ///   - path: where the store is kept that is there.
  public func restore(
    from backup: NamedStore,
    keeping path: String
  ) async throws(Problem) -> StoreCopyOutcome {
    try refuseSame(as: backup)
    let defects: [String]
    do {
      defects = try await backup.archive.defects()
    } catch {
      throw Problem(error)
    }
    guard defects.isEmpty else { throw Problem(.unsound(location: backup.name, defects: defects)) }
    let copy = try await copy(backup.archive, to: store, .keeping(at: path))
    return StoreCopyOutcome(
      purpose: .restore,
      copy: copy,
      from: backup.name,
      to: store.name,
      kept: copy.hasReplaced ? path : nil
    )
  }

  /// Copies what the store holds into another one.
  ///
  /// - Parameters:
  ///   - target: the other one.
  ///   - isMerging: whether it may hold something, which stays.
  public func copy(
    to target: NamedStore,
    merging isMerging: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    try refuseSame(as: target)
    guard try await !summary(of: target).isEmpty else {
      let copy = try await copy(store.archive, to: target, .ifEmpty)
      return StoreCopyOutcome(purpose: .copy, copy: copy, from: store.name, to: target.name)
    }
    guard isMerging else { throw Problem(.notEmpty(location: target.name)) }
    let contents = try await contents(of: store)
    let copy: StoreCopy
    do {
      copy = try await copying.merge(contents, into: target.archive)
    } catch {
      throw Problem(error)
    }
    return StoreCopyOutcome(purpose: .merge, copy: copy, from: store.name, to: target.name)
  }

  /// Fills the store with what an export holds.
  ///
  /// - Parameters:
  ///   - export: what the export holds; it can be read once.
  ///   - name: what it is called.
  ///   - isMerging: whether the store may hold something, which stays.
  public func `import`(
    _ export: any StoreContents,
    named name: String,
    merging isMerging: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    let isAdding = try await !summary(of: store).isEmpty
    if isAdding, !isMerging { throw Problem(.notEmpty(location: store.name)) }
    let draft = try store.place()
    let copy: StoreCopy
    do throws(StoreError) {
      if isAdding {
        copy = try await copying.merge(export, into: store.archive)
      } else {
        // Whether what was left there is of this export could only be told by reading it twice.
        do throws(StoreFailure) { try await draft.discard() } catch { throw .store(error) }
        copy = try await copying.copy(into: draft, .ifEmpty) { () throws(StoreFailure) in export }
      }
    } catch {
      if !isAdding { try? await draft.discard() }
      throw Problem(error, importing: name)
    }
    return StoreCopyOutcome(purpose: .import, copy: copy, from: name, to: store.name)
  }

  /// Makes a new store of what can be read of the store, unless it is sound.
  ///
  /// - Parameter path: where the store is kept as it was.
  public func repair(keeping path: String) async throws(Problem) -> any Outcome {
    let draft = try store.place()
    let check = try await check()
    guard !check.isSound else { return check }
    let salvage: StoreSalvage
    do {
      salvage = try await store.archive.salvage()
    } catch {
      throw Problem(error)
    }
    let copy: StoreCopy
    do throws(StoreError) {
      // What was left there is of a store that is damaged now.
      do throws(StoreFailure) { try await draft.discard() } catch { throw .store(error) }
      copy = try await copying.copy(into: draft, .salvaging(to: path)) {
        () throws(StoreFailure) in salvage.contents
      }
    } catch {
      throw Problem(error)
    }
    return StoreCopyOutcome(
      purpose: .repair,
      copy: copy,
      from: store.name,
      to: store.name,
      kept: path,
      losses: salvage.losses
    )
  }

  /// All that the store holds, for an export.
  public func contents() async throws(Problem) -> any StoreContents {
    try await contents(of: store)
  }

  /// What an export has led to.
  ///
  /// - Parameters:
  ///   - count: how many records were exported.
  ///   - path: the file.
  public func exported(_ count: Int, to path: String) -> StoreCopyOutcome {
    let copy = StoreCopy(recordCount: count, resumedCount: 0)
    return StoreCopyOutcome(purpose: .export, copy: copy, from: store.name, to: path)
  }

  private func copy(
    _ source: any StoreArchive,
    to target: NamedStore,
    _ placing: StorePlacing
  ) async throws(Problem) -> StoreCopy {
    let draft = try target.place()
    do throws(StoreError) {
      let total: Int
      do throws(StoreFailure) {
        total = try await source.summary().recordCount
      } catch {
        throw .store(error)
      }
      return try await copying.copy(total: total, into: draft, placing) {
        () throws(StoreFailure) in try await source.contents()
      }
    } catch {
      throw Problem(error)
    }
  }

  private func summary(of store: NamedStore) async throws(Problem) -> StoreSummary {
    do {
      return try await store.archive.summary()
    } catch {
      throw Problem(error)
    }
  }

  private func contents(of store: NamedStore) async throws(Problem) -> any StoreContents {
    do {
      return try await store.archive.contents()
    } catch {
      throw Problem(error)
    }
  }

  private func refuseSame(as other: NamedStore) throws(Problem) {
    guard let location = store.description.location, location == other.description.location else {
      return
    }
    throw Problem(.usage, "Both are the store \(store.name). Name two different ones.")
  }
}
