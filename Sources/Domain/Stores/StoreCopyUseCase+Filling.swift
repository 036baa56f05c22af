extension StoreCopyUseCase {
  /// The number of records that are appended in one step, and between two progress reports.
  private static let batchSize = 10_000

  /// Copies the content of a store to the place of another.
  func fill(
    _ target: WholeStore,
    _ placing: StorePlacing,
    from store: WholeStore
  ) async throws(StoreError) -> StoreCopy {
    let staging = try target.place()
    let total = try await store.summary().recordCount
    return try await copy(total: total, into: staging, placing) { () throws(StoreFailure) in
      try await store.archive.contents()
    }
  }

  /// Copies contents that can be read only once into a staging store.
  ///
  /// The leftovers of an earlier copy cannot be compared with such contents, and are removed first.
  func refill(
    _ staging: any StagingStore,
    _ placing: StorePlacing,
    from contents: any StoreContents
  ) async throws(StoreError) -> StoreCopy {
    do { try await staging.discard() } catch { throw .store(error) }
    return try await copy(into: staging, placing) { () throws(StoreFailure) in contents }
  }

  /// Copies contents into a staging store, verifies the copy and publishes it.
  ///
  /// - Parameters:
  ///   - total: the number of records to copy; nil if it is not known.
  ///   - staging: the staging store. If it holds the first records of the same contents from an
  ///     earlier copy, the copy continues after them.
  ///   - placing: what may be at the place of the copy.
  ///   - contents: returns the contents; it may be called twice.
  /// - Throws: ``StoreError``; the place of the copy is unchanged then. The staging store remains
  ///   for the next attempt if the copy was only interrupted.
  package func copy(
    total: Int? = nil,
    into staging: any StagingStore,
    _ placing: StorePlacing,
    from contents: @Sendable () async throws(StoreFailure) -> any StoreContents
  ) async throws(StoreError) -> StoreCopy {
    let copied: RecordSum
    let resumed: Int
    do throws(StoreFailure) {
      (copied, resumed) = try await fill(staging, total, from: contents)
    } catch {
      throw .store(error)
    }
    try await verify(staging, copied)
    let hasReplaced: Bool
    do throws(StoreError) {
      hasReplaced = try await staging.publish(placing)
    } catch {
      if case .notEmpty = error { try? await staging.discard() }
      throw error
    }
    return StoreCopy(
      recordCount: copied.count - 1,
      resumedCount: resumed,
      hasReplaced: hasReplaced
    )
  }

  /// Merges contents into a store.
  ///
  /// - Parameters:
  ///   - contents: the contents, which are read into memory as a whole.
  ///   - target: the store.
  /// - Throws: ``StoreError``; nothing was changed then.
  func merge(
    _ contents: any StoreContents,
    into target: any StoreArchive
  ) async throws(StoreError) -> StoreCopy {
    var records: [StoreRecord] = []
    do throws(StoreFailure) {
      while case let batch = try await contents.next(), !batch.isEmpty {
        records.append(contentsOf: batch)
        report(CopyProgress(done: records.count, total: nil))
      }
    } catch {
      throw .store(error)
    }
    return StoreCopy(
      recordCount: try await target.merge(records),
      resumedCount: 0,
      isMerge: true
    )
  }

  private func fill(
    _ staging: any StagingStore,
    _ total: Int?,
    from contents: @Sendable () async throws(StoreFailure) -> any StoreContents
  ) async throws(StoreFailure) -> (RecordSum, resumed: Int) {
    var source = RecordReader(try await contents())
    var copied = RecordSum()
    if try await !pass(&source, what: staging, holds: &copied) {
      try await staging.discard()
      source = RecordReader(try await contents())
      copied = RecordSum()
    }
    let resumed = copied.count
    report(CopyProgress(done: copied.count, total: total))
    var batch: [StoreRecord] = []
    while let record = try await source.next() {
      copied.add(record)
      batch.append(record)
      guard batch.count == Self.batchSize else { continue }
      try await staging.append(batch)
      batch = []
      report(CopyProgress(done: copied.count, total: total))
    }
    guard copied.isWhole else {
      throw StoreFailure(.damaged, at: staging.location, detail: "the source has no store metadata")
    }
    try await staging.append(batch)
    report(CopyProgress(done: copied.count, total: total))
    return (copied, resumed)
  }

  /// Advances `source` past the records that an earlier copy has left.
  ///
  /// - Returns: whether those records are the first ones of `source`.
  private func pass(
    _ source: inout RecordReader,
    what staging: any StagingStore,
    holds copied: inout RecordSum
  ) async throws(StoreFailure) -> Bool {
    var earlier = RecordReader(try await staging.contents())
    while let record = try await earlier.next() {
      guard try await source.next() == record else { return false }
      copied.add(record)
    }
    return true
  }

  private func verify(_ staging: any StagingStore, _ copied: RecordSum) async throws(StoreError) {
    let defects: [String]
    var written = RecordSum()
    do throws(StoreFailure) {
      var reader = RecordReader(try await staging.contents())
      while let record = try await reader.next() { written.add(record) }
      defects = try await staging.defects()
    } catch {
      throw .store(error)
    }
    // Discard a wrong copy, so that the next attempt does not continue it.
    guard written == copied else {
      try? await staging.discard()
      throw .differs(location: staging.location)
    }
    guard defects.isEmpty else {
      try? await staging.discard()
      throw .unsound(location: staging.location, defects: defects)
    }
  }
}
