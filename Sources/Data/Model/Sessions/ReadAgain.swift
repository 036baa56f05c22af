/// Counts the retries of a read that failed after the store's file had changed.
///
/// Replacing a file by hand takes several steps, and in between the path may hold no store. The
/// read fails only after 20 retries.
package struct ReadAgain {
  package static let pause = Duration.milliseconds(100)
  private static let limit = 20

  private var failures = 0

  /// Resets the count after a successful read.
  package mutating func succeed() {
    failures = 0
  }

  /// Counts a failure, and returns whether to retry after the pause.
  package mutating func mayFail() -> Bool {
    failures += 1
    return failures <= Self.limit
  }
}
