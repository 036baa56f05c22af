import Dispatch
import Glibc
package import MonikerDomain

/// Calls a closure when something may have happened to a file, in this or any other process.
///
/// It uses inotify(7) on the folder: the file itself may be replaced, or removed and created again,
/// and SQLite writes to another file beside it. If the folder is missing, the nearest existing
/// folder above it is watched. That watch remains when the folder is created and watched as well,
/// and its events cause calls.
///
/// Once a second it looks at the path anew: a link in the path may lead elsewhere, and the system may
/// refuse a watch, or watch too late.
///
/// The class is `Sendable` because all mutable state is only accessed on the queue.
package final class FileWatch: @unchecked Sendable {
  private let file: StoreFile
  private let name: [UInt8]
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "moniker.watch")
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var folder: Int32 = -1
  private var lastLook: [FileMoment?] = []

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - path: the file, which need not exist.
  ///   - notice: called on a private queue after an event on the file, on a file whose name starts
  ///     with the same name (such as `-wal`), or on a watched folder. An event that arrives before
  ///     it returns causes another call.
  package init(_ path: String, notice: @escaping @Sendable () -> Void) throws(StoreFailure) {
    file = StoreFile(path: path)
    name = Array(file.name.utf8)
    descriptor = try systemCall("watch it", at: path) {
      inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
    let descriptor = descriptor
    source.setCancelHandler { _ = close(descriptor) }
    let queue = queue
    source.setEventHandler { [weak self] in
      switch self?.readEvents() {
      case .change: notice()
      // Other files are often removed next. A store that opened what is left would make files among
      // them.
      case .removal: queue.asyncAfter(deadline: .now() + .milliseconds(50)) { notice() }
      case nil, .other: break
      }
    }
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    timer.setEventHandler { [weak self] in
      if self?.looksAnew() == true { notice() }
    }
    queue.sync {
      watchFolder()
      _ = looksAnew()
    }
    source.resume()
    timer.resume()
  }

  deinit {
    source.cancel()
    timer.cancel()
  }

  /// Looks at the files, and returns whether they have changed since the last look.
  private func looksAnew() -> Bool {
    let look = ["", "-wal"].map { suffix -> FileMoment? in
      var status = stat()
      return stat(file.path + suffix, &status) == 0 ? FileMoment(status) : nil
    }
    defer { lastLook = look }
    guard look != lastLook else { return false }
    watchFolder()
    return true
  }

  /// Watches the folder, or the nearest existing folder above it.
  ///
  /// The search repeats until it finds the same folder twice, since a folder may be created between
  /// the search and the start of the watch.
  private func watchFolder() {
    var watched: String?
    while let found = watchNearest(), found != watched { watched = found }
  }

  private func watchNearest() -> String? {
    var place = file
    while true {
      let mask =
        IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ATTRIB
      let number = inotify_add_watch(descriptor, place.folder, UInt32(mask))
      if number >= 0 {
        if place.folder == file.folder { folder = number }
        return place.folder
      }
      if place.folder == place.path { return nil }
      place = StoreFile(path: place.folder)
    }
  }

  /// What the pending events concern.
  private enum Concern {
    /// Other files of the folder alone.
    case other
    /// The file, or a file whose name begins with its name.
    case change
    /// The removal of one of these.
    case removal
  }

  /// Reads all pending events.
  private func readEvents() -> Concern {
    var isAboutFile = false
    var isAboutFolder = false
    var isRemoved = false
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      bytes.withUnsafeBytes { buffer in
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let start = place + MemoryLayout<inotify_event>.size
          place = start + Int(event.len)
          let isNamed = event.wd == folder && event.len > 0
          if isNamed {
            if buffer[start..<min(place, count)].starts(with: name) {
              isAboutFile = true
              if event.mask & UInt32(IN_DELETE) != 0 { isRemoved = true }
            }
          } else {
            isAboutFolder = true
          }
        }
      }
    }
    if isAboutFolder { watchFolder() }
    guard isAboutFile || isAboutFolder else { return .other }
    return isRemoved ? .removal : .change
  }
}
