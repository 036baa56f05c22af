package import MonikerDomain
import Synchronization

/// A line on the terminal with the progress of a copy; it is erased at the end.
package final class ProgressLine: Sendable {
  private struct Shown {
    var at = ContinuousClock.now
    var isShown = false
    var isOver = false
  }

  /// The time before the line first appears, and the least time between two updates.
  private static let pause = Duration.milliseconds(200)

  private let write: @Sendable (String) -> Void
  private let shown = Mutex(Shown())

  /// - Parameter write: writes a text to the terminal without ending the line.
  package init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Shows how far a copy is.
  package func show(_ progress: CopyProgress) {
    let isDue = shown.withLock { shown in
      guard !shown.isOver, ContinuousClock.now - shown.at >= Self.pause else { return false }
      shown = Shown(isShown: true)
      return true
    }
    guard isDue else { return }
    var text = "\(progress.done) records"
    if let total = progress.total, total > 0 {
      let share = min(progress.done, total) * 100 / total
      let bar = String(repeating: "#", count: share / 5)
      let rest = String(repeating: ".", count: 20 - share / 5)
      text = "[\(bar)\(rest)] \(share) %, \(text)"
    }
    // Return to the start of the line and erase it (ECMA-48: EL).
    write("\r\u{1B}[K" + text)
  }

  /// Erases the line if it is shown.
  package func end() {
    let isShown = shown.withLock { shown in
      shown.isOver = true
      return shown.isShown
    }
    if isShown { write("\r\u{1B}[K") }
  }
}
