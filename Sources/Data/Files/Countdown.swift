import Glibc

/// A span of time that begins now: nothing is told or kept by it, only how long something waits or counts.
///
/// The library's clocks would do. But the layout of their instants is only known where the program runs, and each
/// type that has one is put together anew in every process: 40,000 to 95,000 instructions of a `whoami`.
package struct Countdown {
  /// Microseconds of the clock that stands still while the machine is suspended, as Dispatch's do.
  private let end: Int64

  /// - Parameter span: at most a day counts; one below zero is over.
  package init(_ span: Duration) {
    let (seconds, attoseconds) = min(max(span, .zero), .seconds(86_400)).components
    end = Self.now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  package var isOver: Bool { Self.now >= end }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
