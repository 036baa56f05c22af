import Glibc
import Synchronization

/// The files of this process that are not finished, which a signal handler removes before the process ends.
package enum UnfinishedFiles {
  private struct Slot {
    var path: UnsafeMutablePointer<CChar>?
    var device: dev_t = 0
    var inode: ino_t = 0
  }

  /// A process has one such file, or two for a moment.
  private static let count = 8

  /// A signal handler reads the slots without a lock, and may see a path without its numbers: then the
  /// file at the path is another one for it, and stays.
  private static let slots = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return Slots(pointer: slots)
  }()

  private static let lock = Mutex(())

  /// `Sendable` because only the owner of the lock changes the slots.
  private struct Slots: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Slot>
  }

  /// Makes ``remove()`` safe in a signal handler: call it once before.
  package static func prepare() {
    // What is done for the first time may allocate.
    remove()
  }

  /// Notes a file that this process has made.
  ///
  /// - Parameter descriptor: a descriptor of the open file.
  package static func add(_ path: String, _ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    lock.withLock { _ in
      let slots = slots.pointer
      guard let free = (0..<count).first(where: { slots[$0].path == nil }) else { return }
      slots[free].device = status.st_dev
      slots[free].inode = status.st_ino
      slots[free].path = strdup(path)
    }
  }

  /// Forgets the file at a path, whose value is gone.
  package static func forget(_ path: String) {
    lock.withLock { _ in
      for place in 0..<count {
        guard let known = slots.pointer[place].path, path == String(cString: known) else {
          continue
        }
        // The memory stays: a signal handler may read it now.
        slots.pointer[place].path = nil
        return
      }
    }
  }

  /// Removes the files that still have their names; it makes only calls that are safe in a signal
  /// handler.
  package static func remove() {
    let slots = slots.pointer
    var place = 0
    while place < count {
      let slot = slots + place
      place += 1
      guard let path = slot.pointee.path else { continue }
      var status = stat()
      // Under the name, another process may have a file by now.
      if lstat(path, &status) == 0, status.st_ino == slot.pointee.inode,
        status.st_dev == slot.pointee.device
      {
        unlink(path)
      }
    }
  }
}
