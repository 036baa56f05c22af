extension StoreCopyUseCase {
  /// How many records are written as one step, and read before the progress is reported.
  private static let batchSize = 10_000

  /// Copies what a store holds into the place of another one.
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

  /// Copies what can be read once into a staging: what an earlier copy has left there cannot be
  /// compared with it, and is removed first.
  func refill(
    _ staging: any StagingStore,
    _ placing: StorePlacing,
    from contents: any StoreContents
  ) async throws(StoreError) -> StoreCopy {
    do { try await staging.discard() } catch { throw .store(error) }
    return try await copy(into: staging, placing) { () throws(StoreFailure) in contents }
  }

  /// Copies what a store holds into a staging, and puts that in its place once it has proved to hold the same.
  ///
  /// - Parameters:
  ///   - total: how many records there are to copy; nil where it is not known.
  ///   - staging: the copy. What an earlier one has left in it is gone on from, if it is the same so far.
  ///   - placing: what may be in the place of the copy.
  ///   - contents: reads what the store holds; it may be called twice.
  /// - Throws: ``StoreError``; what is in the place of the copy is as it was then. The staging stays for the
  ///   next time where the copy was only broken off.
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

  /// Adds what one store holds to what another holds.
  ///
  /// - Parameters:
  ///   - contents: what the one holds; all of it is read into memory.
  ///   - target: the other store.
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
      throw StoreFailure(.damaged, at: staging.location, detail: "what was to be copied has no end")
    }
    try await staging.append(batch)
    report(CopyProgress(done: copied.count, total: total))
    return (copied, resumed)
  }

  /// Reads on behind what an earlier copy has left.
  ///
  /// - Returns: whether that is the beginning of what is copied now.
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
    // What is wrong is gone before somebody tries again.
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
