public import MonikerDomain
import Synchronization
package import MonikerFiles

/// Values by key in a property list file, with the interface that people know from `UserDefaults`.
///
/// The file is a plain property list that other programs can read and, under the same lock, write.
/// What is set here stays in this object until ``synchronize()`` puts it in the file. Between
/// programs and between objects on one file nothing is lost: whoever writes holds the lock
/// `<path>.lock`, reads the file again, changes only its own keys, and replaces the file in one
/// step. A write returns when the new file survives a loss of power.
///
/// It differs from `UserDefaults` in three ways:
/// - Reading `throws`. A file that cannot be read, or is damaged, never looks like an empty one,
///   so that nobody takes "the disk is broken" for "nobody is signed in" and acts on it. A damaged
///   file is left as it is.
/// - Nothing is written behind the caller's back: without ``synchronize()`` changes end with the
///   object.
/// - Registered defaults belong to the object, not to the process.
///
/// Making the object touches no file, and reading makes none. What is written is XML, so a binary
/// file becomes XML with its first change.
public final class PropertyListDefaults: Sendable {
  /// Where the file is.
  public let path: String

  package let file: StoreFile
  let wait: Duration
  /// What was parsed last: it is not parsed again while the file holds the same.
  let parsed = Mutex<(bytes: [UInt8], content: [String: PropertyListValue])?>(nil)
  let state = Mutex(State())

  /// Uses the file at `path`, whether it is there yet or not.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is made when something is written.
  ///   - wait: how long a write waits for others that hold the lock.
  public convenience init(path: String, wait: Duration = .seconds(5)) {
    self.init(path: path, wait: wait, isGuarded: false)
  }

  /// - Parameter isGuarded: whether to refuse a file that somebody else could change.
  package init(path: String, wait: Duration, isGuarded: Bool) {
    self.path = path
    self.wait = wait
    file = StoreFile(path: path, isGuarded: isGuarded)
  }

  /// Uses the file `<folder>/<suiteName>.plist`, whether it is there yet or not.
  ///
  /// - Parameters:
  ///   - suiteName: a name for the values, such as `com.example.app`.
  ///   - folder: the folder of the file.
  ///   - wait: how long a write waits for others that hold the lock.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/unreachable`` when the suite name is empty,
  ///   starts with a dot, or has a slash or a NUL in it: it could name a file elsewhere, or a hidden
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

  /// Sets what reads answer for keys that the file does not have; later calls add to earlier ones.
  ///
  /// - Parameter defaults: the values, which are never written.
  public func register(defaults: [String: PropertyListValue]) {
    state.withLock { $0.registered.merge(defaults) { $1 } }
  }
}

extension PropertyListDefaults {
  /// What the object knows besides the file.
  ///
  /// The file is read into it, and replaced, while it is locked: so no older content takes the
  /// place of a newer one.
  struct State {
    var registered: [String: PropertyListValue] = [:]
    /// The file's content as it was last read or written here; nil until then.
    var content: [String: PropertyListValue]?
    /// What was set since, by key; a nil inside is a key that was removed.
    var changes: [String: PropertyListValue?] = [:]
  }
}
