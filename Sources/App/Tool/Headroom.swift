import Glibc
import MonikerPresentation

/// A check at start that enough file descriptors and threads are available.
///
/// libdispatch, which runs the tasks, ends the process if it gets no descriptor, and waits forever if
/// it cannot start a thread. So the program allocates what it needs once, and frees it, at start.
enum Headroom {
  /// Those of libdispatch, of a store's files, and of the calls that open them.
  private static let descriptors = 12

  /// More than the largest number that a command has at once.
  ///
  /// On two processors `watch` has up to ten: of the main queue, of events, of the store, the file and
  /// the reader, and of a pool for each of two priorities, which is larger on more processors. A copy
  /// has two stores. Other commands have up to four.
  private static func threads(for command: String?) -> Int {
    ["watch", "store"].contains(command) ? 16 : 5
  }

  /// M_ARENA_MAX of `malloc.h`, which the module Glibc leaves out.
  private static let arenaMaximum: CInt = -8

  /// Makes all threads allocate from one arena.
  ///
  /// Otherwise the C library reserves 64 MiB of addresses for each thread that allocates while another
  /// one does, which can exhaust the address space after `lack(for:)` found enough. Call it before there
  /// is a second thread.
  static func prepare() {
    _ = mallopt(arenaMaximum, 1)
  }

  /// The problem that keeps the program from running; nil if there is none.
  ///
  /// - Parameter command: the first argument.
  static func lack(for command: String?) -> Problem? {
    let threads = threads(for: command)
    if let code = failureToOpen() {
      return Problem(
        .inputOutput,
        "The program cannot open the \(descriptors) files that it needs at once: "
          + "\(String(cString: strerror(code))). Nothing was done. Raise the limit (ulimit -n)."
      )
    }
    if let code = failureToStart(threads) {
      return Problem(
        .failure,
        "The program cannot start the \(threads) threads that it needs: "
          + "\(String(cString: strerror(code))). Nothing was done. Raise the limits on processes and "
          + "memory (ulimit -u, -d, -v), or end other programs."
      )
    }
    return nil
  }

  private static func failureToOpen() -> Int32? {
    var opened: [Int32] = []
    defer { for number in opened { _ = close(number) } }
    while opened.count < descriptors {
      let number = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Only the limits count here: any other failure shows when the store is opened.
      guard number >= 0 else { return [EMFILE, ENFILE].contains(errno) ? errno : nil }
      opened.append(number)
    }
    return nil
  }

  private static func failureToStart(_ threads: Int) -> Int32? {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var started: [pthread_t] = []
    defer {
      pthread_mutex_unlock(gate)
      for thread in started { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    while started.count < threads {
      var thread = pthread_t()
      // Each thread waits at the gate, so that all of them exist at once.
      let code = pthread_create(&thread, nil, waitAtGate, gate)
      guard code == 0 else { return code }
      started.append(thread)
    }
    return nil
  }

  private static let waitAtGate:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { gate in
        guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
        pthread_mutex_lock(gate)
        pthread_mutex_unlock(gate)
        return nil
      }
}

/// Sets a parameter of the C library's allocator: `mallopt` of `malloc.h`.
@_silgen_name("mallopt") private func mallopt(_ parameter: CInt, _ value: CInt) -> CInt
