extension StoreCopyUseCase {
  /// Copies the content of a store to the place of another.
  func fill(
    _ target: WholeStore,
    _ placing: StorePlacing,
    from store: WholeStore
  ) async throws(StoreError) -> StoreCopy {
    let staging = try target.place()
    let (contents, total) = try await store.contents()
    return try await copy(contents, into: staging, placing, total: total)
  }

  /// Copies contents into a staging store, verifies the copy and publishes it.
  ///
  /// - Parameters:
  ///   - contents: the contents, which are read once.
  ///   - staging: the staging store, which is empty.
  ///   - placing: what may be at the place of the copy.
  ///   - total: the number of records to copy; nil if it is not known.
  /// - Throws: ``StoreError``; the place of the copy is unchanged then, and the staging store is
  ///   removed.
  package func copy(
    _ contents: any StoreContents,
    into staging: any StagingStore,
    _ placing: StorePlacing,
    total: Int? = nil
  ) async throws(StoreError) -> StoreCopy {
    do throws(StoreError) {
      let copied = try await fill(staging, from: contents, total)
      try await verify(staging, copied)
      let hasReplaced = try await staging.publish(placing)
      return StoreCopy(recordCount: copied.count - 1, hasReplaced: hasReplaced)
    } catch {
      try? await staging.discard()
      throw error
    }
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
      isMerge: true
    )
  }

  private func fill(
    _ staging: any StagingStore,
    from contents: any StoreContents,
    _ total: Int?
  ) async throws(StoreError) -> RecordSum {
    var copied = RecordSum()
    report(CopyProgress(done: 0, total: total))
    do throws(StoreFailure) {
      while case let batch = try await contents.next(), !batch.isEmpty {
        for record in batch { copied.add(record) }
        try await staging.append(batch)
        report(CopyProgress(done: copied.count, total: total))
      }
    } catch {
      throw .store(error)
    }
    guard copied.isWhole else {
      throw .store(
        StoreFailure(.damaged, at: staging.location, detail: "the source has no store metadata")
      )
    }
    return copied
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
