import MonikerFiles
public import MonikerDomain
import MonikerModel
import MonikerPropertyList

extension PropertyListRepository {
  /// See ``/MonikerDomain/StoreArchive/summary()``.
  public func summary() throws(StoreFailure) -> StoreSummary {
    let content = try defaults.read()
    let state = try PropertyListLayout.state(in: content, at: defaults.path)
    return state.summary(
      version: PropertyListLayout.version(of: content),
      byteCount: try defaults.file.byteCount(),
      at: owner.now()
    )
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  public func defects() throws(StoreFailure) -> [String] {
    do {
      return try state(withEvents: true).defects
    } catch {
      switch error.reason {
      case .damaged:
        return [error.detail]
      case .foreign, .newer:
        // The checksums prove everything else if only the mark of the format or the version is damaged.
        let isOwn = try PropertyListLayout.isMarkDamaged(in: defaults.file.read() ?? [])
        guard isOwn else { throw error }
        return ["the mark of its format or its version is damaged"]
      default:
        throw error
      }
    }
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  public func salvage() throws(StoreFailure) -> StoreSalvage {
    guard try defaults.file.exists() else {
      return StoreSalvage(contents: RecordContents(StoreState()), losses: [])
    }
    // No lock file is made beside a file that is refused.
    if try !FileLock.file(beside: defaults.file).exists() {
      _ = try PropertyListSalvage(try defaults.file.read() ?? [], at: defaults.path)
    }
    let hold = PropertyListHold(try defaults.lock())
    let bytes = try defaults.file.read() ?? []
    return try PropertyListSalvage(bytes, at: defaults.path).rebuilt().holding(hold)
  }
}

/// Keeps other processes from writing a property list while it exists.
private final class PropertyListHold: Sendable {
  private let lock: FileLock

  init(_ lock: consuming FileLock) {
    self.lock = lock
  }
}
