extension StoreCopyUseCase {
  /// Copies the content of a store to the place of another.
  ///
  /// - Parameters:
  ///   - isMerging: whether to merge if the place is no longer empty.
  ///   - keepsDevices: whether the registered devices are copied.
  func fill(
    _ target: WholeStore,
    _ placing: StorePlacing,
    from store: WholeStore,
    merging isMerging: Bool = false,
    keepingDevices keepsDevices: Bool
  ) async throws(StoreError) -> StoreCopy {
    let staging = try target.place()
    let (contents, total) = try await store.contents()
    return try await copy(
      contents,
      of: store.name,
      into: staging,
      placing,
      total: total,
      orMergeInto: isMerging ? target.archive : nil,
      keepingDevices: keepsDevices
    )
  }

  /// Copies contents into a staging store, verifies the copy and publishes it.
  ///
  /// - Parameters:
  ///   - contents: the contents, which are read once and checked.
  ///   - source: the name of their store in errors.
  ///   - kind: where they come from.
  ///   - staging: the staging store, which is empty.
  ///   - placing: what may be at the place of the copy.
  ///   - total: the number of records to copy; nil if it is not known.
  ///   - target: the store to merge the copy into if the place is no longer empty; nil to fail then.
  ///   - keepsDevices: whether the registered devices are copied.
  /// - Throws: ``StoreError``; the place of the copy is unchanged then, and the staging store is
  ///   removed.
  package func copy(
    _ contents: any StoreContents,
    of source: String,
    as kind: StoreRecordCheck.Source = .store,
    into staging: any StagingStore,
    _ placing: StorePlacing,
    total: Int? = nil,
    orMergeInto target: (any StoreArchive)? = nil,
    keepingDevices keepsDevices: Bool = true
  ) async throws(StoreError) -> StoreCopy {
    do throws(StoreError) {
      let (copied, voided) = try await fill(
        staging,
        from: contents,
        of: source,
        as: kind,
        total,
        keepsDevices
      )
      try await verify(staging, copied)
      let hasReplaced = try await staging.publish(placing)
      return StoreCopy(
        recordCount: copied.count - 1,
        hasReplaced: hasReplaced,
        voidDeviceCount: voided
      )
    } catch {
      var failure = error
      if case .notEmpty = error, let target {
        do throws(StoreError) {
          let copy = try await merge(staging, into: target)
          try? await staging.discard()
          return copy
        } catch { failure = error }
      }
      try? await staging.discard()
      throw failure
    }
  }

  /// Merges contents into a store.
  ///
  /// - Parameters:
  ///   - contents: the contents, which are read into memory as a whole and checked.
  ///   - source: the name of their store in errors.
  ///   - kind: where they come from.
  ///   - target: the store.
  ///   - keepsDevices: whether the registered devices are copied.
  /// - Throws: ``StoreError``; nothing was changed then.
  func merge(
    _ contents: any StoreContents,
    of source: String,
    as kind: StoreRecordCheck.Source = .store,
    into target: any StoreArchive,
    keepingDevices keepsDevices: Bool
  ) async throws(StoreError) -> StoreCopy {
    var records: [StoreRecord] = []
    var check = StoreRecordCheck(of: kind)
    var left: Set<DeviceID> = []
    while let batch = try await next(contents, of: source, &check) {
      records.append(contentsOf: keepsDevices ? batch : withoutDevices(batch, &left))
      report(CopyProgress(done: records.count, total: nil))
    }
    // The tokens of a device that is registered in both stores stay valid here.
    if !left.isEmpty { left.subtract(try await devices(of: target)) }
    return StoreCopy(
      recordCount: try await target.merge(records),
      isMerge: true,
      voidDeviceCount: left.count
    )
  }

  /// Returns the registered devices of a store.
  private func devices(of store: any StoreArchive) async throws(StoreError) -> Set<DeviceID> {
    var devices: Set<DeviceID> = []
    do throws(StoreFailure) {
      let contents = try await store.contents()
      while case let batch = try await contents.next(), !batch.isEmpty {
        for case .device(let device, _) in batch { devices.insert(device.id) }
      }
    } catch {
      throw .store(error)
    }
    return devices
  }

  private func merge(
    _ staging: any StagingStore,
    into target: any StoreArchive
  ) async throws(StoreError) -> StoreCopy {
    let contents: any StoreContents
    do { contents = try await staging.contents() } catch { throw .store(error) }
    return try await merge(contents, of: staging.location, into: target, keepingDevices: true)
  }

  private func fill(
    _ staging: any StagingStore,
    from contents: any StoreContents,
    of source: String,
    as kind: StoreRecordCheck.Source,
    _ total: Int?,
    _ keepsDevices: Bool
  ) async throws(StoreError) -> (RecordSum, voided: Int) {
    var copied = RecordSum()
    var left: Set<DeviceID> = []
    var check = StoreRecordCheck(of: kind)
    report(CopyProgress(done: 0, total: total))
    while let records = try await next(contents, of: source, &check) {
      let batch = keepsDevices ? records : withoutDevices(records, &left)
      for record in batch { copied.add(record) }
      do { try await staging.append(batch) } catch { throw .store(error) }
      report(CopyProgress(done: copied.count, total: total))
    }
    guard copied.isWhole else {
      throw .store(
        StoreFailure(.damaged, at: staging.location, detail: "the source has no store metadata")
      )
    }
    return (copied, left.count)
  }

  /// Returns the records without the devices, whose IDs are added to a set.
  private func withoutDevices(
    _ records: [StoreRecord],
    _ devices: inout Set<DeviceID>
  ) -> [StoreRecord] {
    for case .device(let device, _) in records { devices.insert(device.id) }
    return records.filter { if case .device = $0 { false } else { true } }
  }

  /// Returns the next records, checked; nil after the last.
  private func next(
    _ contents: any StoreContents,
    of source: String,
    _ check: inout StoreRecordCheck
  ) async throws(StoreError) -> [StoreRecord]? {
    let batch: [StoreRecord]
    do { batch = try await contents.next() } catch { throw .store(error) }
    do {
      for record in batch { try check.add(record) }
    } catch {
      throw .invalidRecord(error.number, error.text, location: source)
    }
    return batch.isEmpty ? nil : batch
  }

  private func verify(_ staging: any StagingStore, _ copied: RecordSum) async throws(StoreError) {
    let defects: [String]
    var written = RecordSum()
    do throws(StoreFailure) {
      let contents = try await staging.contents()
      while case let batch = try await contents.next(), !batch.isEmpty {
        for record in batch { written.add(record) }
      }
      defects = try await staging.defects()
    } catch {
      throw .store(error)
    }
    guard written == copied else { throw .differs(location: staging.location) }
    guard defects.isEmpty else { throw .unsound(location: staging.location, defects: defects) }
  }
}
