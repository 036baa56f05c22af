public import MonikerDomain

/// The presenter of the commands `moniker store …`.
public struct StorePresenter: Sendable {
  private let store: NamedStore
  private let copying: StoreCopyUseCase

  /// Makes the presenter of a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - report: takes the progress of a copy from time to time.
  public init(
    store: NamedStore,
    report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) {
    self.store = store
    copying = StoreCopyUseCase(report: report)
  }

  /// The size and contents of the store in numbers.
  ///
  /// - Parameter mustExist: whether it is a problem if the store was never made.
  public func info(mustExist: Bool) async throws(Problem) -> StoreInfoOutcome {
    do {
      let summary = try await mustExist ? store.whole.existing() : store.whole.summary()
      return StoreInfoOutcome(summary: summary, store: store.description)
    } catch {
      throw Problem(error)
    }
  }

  /// Checks the whole store for damage; it is a problem if the store does not exist.
  public func check() async throws(Problem) -> StoreCheckOutcome {
    do {
      let defects = try await store.whole.defects()
      return StoreCheckOutcome(defects: defects, store: store.description)
    } catch {
      throw Problem(error)
    }
  }

  /// The history limit of the store, after a change if one is asked for.
  ///
  /// - Parameters:
  ///   - settings: the settings of the store.
  ///   - limit: the new limit; nil to change nothing.
  ///   - mustExist: whether it is a problem if the store was never made.
  public func limit(
    in settings: any StoreSettingsRepository,
    set limit: Int?,
    mustExist: Bool
  ) async throws(Problem) -> StoreLimitOutcome {
    do {
      if mustExist { _ = try await store.whole.existing() }
      guard let limit else {
        let present = try await settings.settings().historyLimit
        return StoreLimitOutcome(limit: present, before: nil, store: store.description)
      }
      let before = try await settings.change(StoreSettingsChange(historyLimit: limit))
      return StoreLimitOutcome(
        limit: limit,
        before: before.historyLimit,
        store: store.description
      )
    } catch {
      throw Problem(error)
    }
  }

  /// Copies the store, as of one moment, to a backup.
  ///
  /// - Parameters:
  ///   - backup: the store to write.
  ///   - path: the path for the kept copy of an earlier backup; nil to refuse to replace one.
  public func backUp(
    to backup: NamedStore,
    keeping path: String?
  ) async throws(Problem) -> StoreCopyOutcome {
    do {
      let copy = try await copying.backUp(store.whole, to: backup.whole, keeping: path)
      let kept = copy.hasReplaced ? path : nil
      return outcome(.backup, copy, from: store, to: backup, keeping: kept)
    } catch {
      throw Problem(error, orElse: .chooseTargetOrReplace)
    }
  }

  /// Replaces the store with the contents of a backup, if the backup is sound.
  ///
  /// - Parameters:
  ///   - backup: the backup.
  ///   - path: the path for the kept copy of the store that is replaced.
  ///   - keepsDevices: whether the tokens of devices in the backup stay valid.
  public func restore(
    from backup: NamedStore,
    keeping path: String,
    keepingDevices keepsDevices: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    do {
      let copy = try await copying.restore(
        store.whole,
        from: backup.whole,
        keeping: path,
        keepingDevices: keepsDevices
      )
      let kept = copy.hasReplaced ? path : nil
      return outcome(.restore, copy, from: backup, to: store, keeping: kept)
    } catch {
      throw Problem(error)
    }
  }

  /// Copies the store to another one.
  ///
  /// - Parameters:
  ///   - target: the other store.
  ///   - isMerging: whether to add to a target that is not empty.
  ///   - keepsDevices: whether the tokens of devices stay valid in a merge.
  public func copy(
    to target: NamedStore,
    merging isMerging: Bool,
    keepingDevices keepsDevices: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    do {
      let copy = try await copying.copy(
        store.whole,
        to: target.whole,
        merging: isMerging,
        keepingDevices: keepsDevices
      )
      return outcome(copy.isMerge ? .merge : .copy, copy, from: store, to: target)
    } catch {
      throw Problem(error)
    }
  }

  /// Copies an export to the store.
  ///
  /// - Parameters:
  ///   - export: the contents of the export; they can be read once.
  ///   - name: the name of the export in messages.
  ///   - isMerging: whether to add to a store that is not empty.
  ///   - keepsDevices: whether the tokens of devices stay valid.
  public func `import`(
    _ export: any StoreContents,
    named name: String,
    merging isMerging: Bool,
    keepingDevices keepsDevices: Bool
  ) async throws(Problem) -> StoreCopyOutcome {
    do {
      let copy = try await copying.import(
        export,
        into: store.whole,
        merging: isMerging,
        keepingDevices: keepsDevices
      )
      return StoreCopyOutcome(purpose: .import, copy: copy, from: name, to: store.name)
    } catch {
      throw Problem(error, importing: name)
    }
  }

  /// Replaces a damaged store with a new one of the records that can be read.
  ///
  /// - Parameter path: the path for the kept copy of the damaged store.
  /// - Returns: the outcome of the repair, or of the check if the store is sound.
  public func repair(keeping path: String) async throws(Problem) -> any Outcome {
    do {
      guard let repair = try await copying.repair(store.whole, keeping: path) else {
        return StoreCheckOutcome(defects: [], store: store.description)
      }
      var outcome = outcome(.repair, repair.copy, from: store, to: store, keeping: path)
      outcome.losses = repair.losses
      return outcome
    } catch {
      throw Problem(repairing: error)
    }
  }

  /// The contents of the store, for an export; it is a problem if the store does not exist.
  public func contents() async throws(Problem) -> any StoreContents {
    do { return try await store.whole.contents().0 } catch { throw Problem(error) }
  }

  /// Passes the contents of the store to a sink, record by record.
  ///
  /// - Parameters:
  ///   - contents: the result of ``contents()``.
  ///   - name: the name of the export in messages.
  ///   - sink: takes the next record, and returns false to end the export.
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
