/// How a store goes on that could not be read after something had happened to its file.
///
/// Whoever replaces a file by hand does it in several steps, and what stands there in between may
/// be no store: it is read again for a while before it counts as a failure.
struct ReadAgain {
  static let pause = Duration.milliseconds(100)
  private static let limit = 20

  private var failures = 0

  /// What was read is well.
  mutating func succeed() {
    failures = 0
  }

  /// Whether to try once more after the pause.
  mutating func mayFail() -> Bool {
    failures += 1
    return failures <= Self.limit
  }
}
