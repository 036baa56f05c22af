public import MonikerDomain
import MonikerModel
import MonikerFiles
import MonikerPropertyList

/// A staging store for a property list, held in memory and written as a whole.
public actor PropertyListStagingStore: StagingStore {
  /// The path of the target store.
  public nonisolated let location: String

  private let defaults: PropertyListDefaults
  private var state = StoreState()
  private let executor = BlockingExecutor()

  /// The thread that waits for the lock and the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the staging store.
  ///
  /// - Parameters:
  ///   - path: the path of the target store.
  ///   - wait: how long to wait for other users of the target before a call fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  ///   - makesParents: whether the first write makes missing folders above the folder, too.
  public init(path: String, wait: Duration = .seconds(5), makesParents: Bool = false) {
    defaults = PropertyListDefaults(
      path: path,
      wait: wait,
      isGuarded: true,
      makesParents: makesParents
    )
    location = path
  }

  /// See ``/MonikerDomain/StagingStore/contents()``.
  public func contents() -> any StoreContents {
    RecordContents(state)
  }

  /// See ``/MonikerDomain/StagingStore/append(_:)``.
  public func append(_ records: [StoreRecord]) throws(StoreFailure) {
    try StoreRecord.refuseCredentials(in: records, at: location)
    for record in records { state.append(record) }
  }

  /// See ``/MonikerDomain/StagingStore/defects()``.
  public func defects() -> [String] {
    state.defects
  }

  /// See ``/MonikerDomain/StagingStore/discard()``.
  public func discard() {
    state = StoreState()
  }

  /// See ``/MonikerDomain/StagingStore/publish(_:)``.
  @discardableResult
  public func publish(_ placing: StorePlacing) async throws(StoreError) -> Bool {
    do {
      return try await place(placing)
    } catch {
      if let kept = placing.kept { defaults.file.discardCopy(at: kept) }
      throw error
    }
  }

  private func place(_ placing: StorePlacing) async throws(StoreError) -> Bool {
    if case .salvaging(let path) = placing {
      return try replaceAll(keeping: path, underLock: true)
    }
    let outcome: Result<Bool, StoreError>
    do throws(StoreFailure) {
      outcome = try await defaults.updateFile(
        admitting: { content throws(StoreFailure) in
          // A file of another program or of a newer version stays as it is.
          _ = try PropertyListLayout.state(in: content, at: location)
        }
      ) { content throws(StoreError) in
        try place(in: &content, placing)
      }
    } catch {
      guard error.reason == .damaged, placing != .ifEmpty else { throw .store(error) }
      return try replaceAll(keeping: placing.kept)
    }
    return try outcome.get()
  }

  /// Replaces the file, even if it is not a property list.
  private func replaceAll(
    keeping kept: String?,
    underLock isLocked: Bool = false
  ) throws(StoreError) -> Bool {
    do throws(StoreFailure) {
      try defaults.replaceAll(with: written(to: [:]), underLock: isLocked) {
        () throws(StoreFailure) in
        if let kept { try defaults.file.keep(at: kept) }
      }
      return true
    } catch {
      throw .store(error)
    }
  }

  private func place(
    in content: inout [String: PropertyListValue],
    _ placing: StorePlacing
  ) throws(StoreError) -> Bool {
    let isThere = !content.isEmpty
    var isAllowed = true
    do throws(StoreFailure) {
      if let path = placing.kept, isThere {
        try defaults.file.keep(at: path)
      }
      if placing == .ifEmpty {
        let present = try PropertyListLayout.state(
          in: content.isEmpty ? nil : content,
          at: location
        )
        // Whether it is empty does not depend on the time.
        let time = Timestamp(millisecondsSince1970: 0)
        isAllowed = present.summary(version: nil, byteCount: nil, at: time).isEmpty
      }
    } catch {
      throw .store(error)
    }
    guard isAllowed else { throw .notEmpty(location: location) }
    content = written(to: content)
    return isThere
  }

  private func written(
    to content: [String: PropertyListValue]
  ) -> [String: PropertyListValue] {
    var content = content
    PropertyListLayout.write(state, to: &content)
    return content
  }
}

extension StorePlacing {
  /// Where the replaced store is kept; nil if none may be replaced.
  fileprivate var kept: String? {
    switch self {
    case .ifEmpty: nil
    case .keeping(let path), .replacingBackup(let path), .salvaging(let path): path
    }
  }
}
