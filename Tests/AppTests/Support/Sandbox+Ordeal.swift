import Foundation
import MonikerDoubles

extension Sandbox {
  /// Runs what stores are put through in processes of its own: the program `Ordeals`, which is built beside
  /// `moniker`, or the one that `scripts/test` has built for a long run.
  func ordeal(_ words: String..., within limit: Duration) async throws -> Ending {
    let program =
      try ProcessInfo.processInfo.environment["MONIKER_TEST_ORDEALS"]
      ?? (Self.program as NSString).deletingLastPathComponent + "/Ordeals"
    var launch = Launch(words: [program] + words, variables: ["TMPDIR": home.path + "/"])
    launch.isGated = false
    launch.limit = limit
    return try await launch.run()
  }
}
