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
    do {
      let summary = try await store.whole.archive.summary()
      return StoreInfoOutcome(summary: summary, store: store.description)
    } catch {
      throw Problem(error)
    }
  }

  /// Whether the store is sound.
  public func check() async throws(Problem) -> StoreCheckOutcome {
    do {
      let defects = try await store.whole.archive.defects()
      return StoreCheckOutcome(defects: defects, store: store.description)
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
    do {
      let copy = try await copying.backUp(store.whole, to: backup.whole, replacing: isForced)
      return outcome(.backup, copy, from: store, to: backup)
    } catch {
      throw Problem(error)
    }
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
    do {
      let copy = try await copying.restore(store.whole, from: backup.whole, keeping: path)
      let kept = copy.hasReplaced ? path : nil
      return outcome(.restore, copy, from: backup, to: store, keeping: kept)
    } catch {
      throw Problem(error)
    }
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
    do {
      let copy = try await copying.copy(store.whole, to: target.whole, merging: isMerging)
      return outcome(copy.isMerge ? .merge : .copy, copy, from: store, to: target)
    } catch {
      throw Problem(error)
    }
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
    do {
      let copy = try await copying.import(export, into: store.whole, merging: isMerging)
      return StoreCopyOutcome(purpose: .import, copy: copy, from: name, to: store.name)
    } catch {
      // Of a file that is named as both, the store is what failed.
      throw name == store.whole.name ? Problem(error) : Problem(error, importing: name)
    }
  }

  /// Makes a new store of what can be read of the store, unless it is sound.
  ///
  /// - Parameter path: where the store is kept as it was.
  public func repair(keeping path: String) async throws(Problem) -> any Outcome {
    do {
      guard let repair = try await copying.repair(store.whole, keeping: path) else {
        return StoreCheckOutcome(defects: [], store: store.description)
      }
      var outcome = outcome(.repair, repair.copy, from: store, to: store, keeping: path)
      outcome.losses = repair.losses
      return outcome
    } catch {
      throw Problem(error)
    }
  }

  /// All that the store holds, for an export.
  public func contents() async throws(Problem) -> any StoreContents {
    do { return try await store.whole.archive.contents() } catch { throw Problem(error) }
  }

  /// Hands on what the store holds, record by record.
  ///
  /// - Parameters:
  ///   - contents: what ``contents()`` returned.
  ///   - name: what the export is called.
  ///   - sink: takes the next record, and returns whether it wants more.
  public func export(
    _ contents: any StoreContents,
    named name: String,
    to sink: (StoreRecord) throws(Problem) -> Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    let copy = try await copying.export(contents, failingAs: { Problem($0) }, to: sink)
    return StoreCopyOutcome(purpose: .export, copy: copy, from: store.name, to: name)
  }

  private func outcome(
    _ purpose: StoreCopyOutcome.Purpose,
    _ copy: StoreCopy,
    from source: NamedStore,
    to target: NamedStore,
    keeping kept: String? = nil
  ) -> StoreCopyOutcome {
    StoreCopyOutcome(
      purpose: purpose,
      copy: copy,
      from: source.name,
      to: target.name,
      kept: kept
    )
  }
}
