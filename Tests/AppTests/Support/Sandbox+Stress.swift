import Foundation
import MonikerDoubles

extension Sandbox {
  /// Runs the program `Stress`, which starts processes that may crash or hang: the one built beside
  /// the tests, or the optimized one that `scripts/test` builds for a long run.
  ///
  /// - Parameter limit: the time limit, which ends a hang.
  func stress(_ words: String..., within limit: Duration) async throws -> Ending {
    let program =
      try ProcessInfo.processInfo.environment["MONIKER_TEST_STRESS"]
      ?? (Self.dynamicProgram as NSString).deletingLastPathComponent + "/Stress"
    var launch = Launch(words: [program] + words, variables: ["TMPDIR": home.path + "/"])
    launch.isGated = false
    launch.limit = limit
    return try await launch.run()
  }
}
