import Foundation
import MonikerDoubles
import Testing

extension StressTests {
  @Suite struct `Accounts that share a store` {
    @Test(arguments: StoreForm.kinds)
    func `are never confused while other processes sign in and out`(
      store: StoreForm
    ) async throws {
      let sandbox = try Sandbox(store)
      for name in ["vera", "wanda", "petra", "anna", "berta"] {
        try await sandbox.moniker("login", name).expect(exit: 0)
      }
      try await sandbox.moniker("store", "limit", "50").expect(exit: 0)
      let folder = sandbox.home.file("project")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await sandbox.launch(["use", "petra"]) { $0.folder = folder }.run().expect(exit: 0)
      let option = store.option(in: sandbox.home.path).map { "--store '\($0)'" } ?? ""
      let script = """
        export HOME='\(sandbox.home.path)'
        moniker() { word=$1; shift; '\(try Sandbox.program)' "$word" \(option) "$@"; }
        act() {
          for turn in $(seq 60); do
            name=$(moniker whoami) || exit 1
            [ "$name" = "$1" ] || { echo "$1 acted as $name" >&2; exit 1; }
          done
        }
        (export MONIKER_AS=vera; act vera) & first=$!
        (export MONIKER_AS=wanda; act wanda) & second=$!
        (cd '\(folder)'; act petra) & third=$!
        failed=0
        # For as long as any of them goes on.
        while [ -n "$(jobs -rp)" ]; do
          moniker switch anna --quiet || failed=1
          [ "$(moniker whoami)" = anna ] || failed=1
          moniker logout --quiet && moniker login anna --quiet || failed=1
          moniker switch berta --quiet || failed=1
        done
        wait $first || failed=1
        wait $second || failed=1
        wait $third || failed=1
        exit $failed
        """
      var launch = Launch(words: ["/bin/bash", "-c", script], variables: ["PATH": "/usr/bin:/bin"])
      launch.isGated = false
      launch.folder = sandbox.home.path
      try await launch.run().expect(exit: 0, output: "", errors: "")
      let left = try await sandbox.moniker("whoami", "--as", "vera").expect(exit: 0)
      #expect(left.outputText == "vera\n")
    }
  }
}
