#if Server
public import MonikerDomain
import MonikerFiles

/// The file that keeps the token of this device for one service.
///
/// It has the mode 0600, is replaced in one step, and is refused if another user could change it.
public struct DeviceTokenFile: DeviceTokenStore {
  private let file: StoreFile

  /// Creates the value; the file need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder for the files of all services, which is made if it is missing.
  ///   - service: the address of the service.
  public init(in folder: String, for service: ServiceAddress) {
    file = StoreFile(
      path: "\(folder)/\(service.fileName).token",
      isGuarded: true,
      makesParents: true
    )
  }

  /// Reads the token.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/damagedDeviceFile`` for a file with something else; the failures of
  ///   the system. The failure never shows the content.
  public func load() throws(StoreFailure) -> RemoteSecret? {
    guard let bytes = try file.read() else { return nil }
    // The line feed at the end shows that the file is whole.
    guard bytes.last == UInt8(ascii: "\n"), let text = String(validating: bytes, as: UTF8.self),
      let token = RemoteSecret(text), token.isDeviceToken
    else {
      throw StoreFailure(
        .damagedDeviceFile,
        at: file.path,
        detail: "it does not hold a token"
      )
    }
    return token
  }

  /// Writes or removes the token.
  public func save(_ token: RemoteSecret?) throws(StoreFailure) {
    guard let token else {
      guard try file.exists() else { return }
      try file.remove()
      return try file.synchronizeFolder()
    }
    try file.makeFolder()
    // Fails if something else is in the place of the file, so that it is not replaced.
    _ = try file.exists()
    try file.replace(with: Array("\(token.text)\n".utf8), keeping: 0o600)
  }

  /// Locks the file `<path>.lock` beside it.
  public func lock() throws(StoreFailure) -> (any Sendable)? {
    try file.makeFolder()
    do {
      return Held(lock: try FileLock(beside: file, wait: .zero))
    } catch {
      guard error.reason == .busy else { throw error }
      return nil
    }
  }
}

/// Keeps a lock as long as it exists.
final class Held: Sendable {
  private let lock: FileLock

  init(lock: consuming FileLock) {
    self.lock = lock
  }
}
#endif
