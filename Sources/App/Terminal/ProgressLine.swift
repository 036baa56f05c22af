import MonikerDomain
import Synchronization

/// A line on a terminal that tells how far something has come, and is gone when it is done.
final class ProgressLine: Sendable {
  private struct Shown {
    var at = ContinuousClock.now
    var isShown = false
    var isOver = false
  }

  /// For so long nothing is shown, and then the line stays as it is.
  private static let pause = Duration.milliseconds(200)

  private let console: Console
  private let shown = Mutex(Shown())

  init(on console: Console) {
    self.console = console
  }

  func show(_ progress: CopyProgress) {
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
    // Back to the start of the line, and away with what stood there (ECMA-48: EL).
    console.noteInPlace("\r\u{1B}[K" + text)
  }

  /// Takes the line away, if there is one.
  func end() {
    let isShown = shown.withLock { shown in
      shown.isOver = true
      return shown.isShown
    }
    if isShown { console.noteInPlace("\r\u{1B}[K") }
  }
}
