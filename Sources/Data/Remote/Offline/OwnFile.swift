#if Server
import FoundationEssentials
import MonikerDomain
import MonikerFiles

/// A small file of this user alone that holds one value in JSON.
struct OwnFile<Value: Codable & Sendable>: Sendable {
  private let file: StoreFile

  init(path: String) {
    file = StoreFile(path: path, isGuarded: true, makesParents: true)
  }

  /// The value; nil if there is no file.
  func read() throws(StoreFailure) -> Value? {
    guard let bytes = try file.read() else { return nil }
    guard let value = Value(json: bytes) else {
      throw StoreFailure(
        .damagedDeviceFile,
        at: file.path,
        detail: "it is not a file of this program"
      )
    }
    return value
  }

  /// Changes the value in one step, while no other process does.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for other processes.
  ///   - body: returns the new value; nil to remove the file.
  func change(
    wait: Duration = .seconds(5),
    _ body: (Value?) -> Value?
  ) throws(StoreFailure) {
    try file.makeFolder()
    let lock = try FileLock(beside: file, wait: wait)
    defer { withExtendedLifetime(lock) {} }
    guard let value = body(try read()) else {
      guard try file.exists() else { return }
      try file.remove()
      return try file.synchronizeFolder()
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Values of texts and numbers can always be encoded.
    let bytes = (try? encoder.encode(value)).map { Array($0) } ?? []
    try file.replace(with: bytes, keeping: 0o600)
  }
}
#endif
