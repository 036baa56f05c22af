public import MonikerDomain
import Synchronization
package import MonikerFiles

/// Values by key in a property list file, with the interface of `UserDefaults`.
///
/// The file is a plain property list that other programs can read and, under the same lock, write.
/// Values that are set stay in this object until ``synchronize()`` writes them to the file. Changes
/// by several programs, or several objects on one file, are not lost: a writer locks `<path>.lock`,
/// reads the file again, changes only its own keys, and replaces the file in one step. A write
/// returns when the new file survives a loss of power.
///
/// It differs from `UserDefaults` above all in three ways, and the article ComingFromUserDefaults has the
/// others:
/// - Reading can throw. A file that is unreadable or damaged never looks like an empty one, so a
///   disk failure is not mistaken for "no account is signed in". A damaged file is left as it is.
/// - Only ``synchronize()`` writes: changes that are not synchronized are lost with the object.
/// - Registered defaults belong to the object, not to the process.
///
/// Creating the object accesses no file, and reading creates none. The written format is XML, so a
/// binary file becomes XML with its first change.
public final class PropertyListDefaults: Sendable {
  /// The path of the file.
  public let path: String

  package let file: StoreFile
  package let wait: Duration
  /// The bytes parsed last: they are not parsed again while the file holds the same.
  let parsed = Mutex<(bytes: [UInt8], content: [String: PropertyListValue])?>(nil)
  let state = Mutex(State())

  /// Uses the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the file. The first write makes its folder, but no folder above it.
  ///   - wait: how long a write waits for the lock, at most one day.
  public convenience init(path: String, wait: Duration = .seconds(5)) {
    self.init(path: path, wait: wait, isGuarded: false)
  }

  /// Uses the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the file. The first write makes its folder.
  ///   - wait: how long a write waits for the lock, at most one day.
  ///   - isGuarded: whether to refuse a file that another user could change.
  ///   - makesParents: whether the first write makes missing folders above the folder, too.
  package init(path: String, wait: Duration, isGuarded: Bool, makesParents: Bool = false) {
    self.path = path
    self.wait = wait
    file = StoreFile(path: path, isGuarded: isGuarded, makesParents: makesParents)
  }

  /// Uses the file `<folder>/<suiteName>.plist`, which need not exist.
  ///
  /// - Parameters:
  ///   - suiteName: a name for the values, such as `com.example.app`.
  ///   - folder: the folder of the file. The first write makes it, but no folder above it.
  ///   - wait: how long a write waits for the lock, at most one day.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/unreachable`` if the suite name is empty,
  ///   starts with a dot, or contains a slash or a NUL: it could name a file elsewhere, or a hidden
  ///   one.
  public convenience init(
    suiteName: String,
    folder: String,
    wait: Duration = .seconds(5)
  ) throws(StoreFailure) {
    guard let first = suiteName.utf8.first, first != UInt8(ascii: "."),
      !suiteName.utf8.contains(UInt8(ascii: "/")), !suiteName.utf8.contains(0)
    else {
      throw StoreFailure(
        .unreachable,
        at: folder,
        detail: "\"\(suiteName)\" cannot be the name of a suite"
      )
    }
    self.init(path: "\(folder)/\(suiteName).plist", wait: wait)
  }

  /// Registers the values that reads return for keys missing from the file; later calls add to
  /// earlier ones.
  ///
  /// - Parameter defaults: the values, which are never written.
  public func register(defaults: [String: PropertyListValue]) {
    state.withLock { $0.registered.merge(defaults) { $1 } }
  }
}

extension PropertyListDefaults {
  /// The state of the object.
  ///
  /// It stays locked while the file is read into it or replaced, so that no older content
  /// overwrites newer content.
  struct State {
    var registered: [String: PropertyListValue] = [:]
    /// The file's content when it was last read or written here; nil if it is not cached.
    var content: [String: PropertyListValue]?
    /// Whether all keys are to be removed before the changes.
    var isCleared = false
    /// The pending changes by key; an inner nil is a removed key.
    var changes: [String: PropertyListValue?] = [:]
  }
}
