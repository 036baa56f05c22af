import Foundation
import MonikerDoubles
import Testing

extension StressTests {
  /// Files beside a database that are removed while a command changes it.
  ///
  /// SQLite's locks between writers are in the shared memory: without it, two writers would exclude
  /// each other no longer.
  @Suite struct `A log that is removed during a change` {
    @Test(arguments: ["-shm", "-wal", "-wal -shm"])
    func `loses nothing that was acknowledged`(suffixes: String) async throws {
      let sandbox = try Sandbox()
      // The sleep only makes it likely that the files are removed during the delay.
      let script = """
        store="--store sqlite:s"
        for number in 1 2 3 4 5 6; do
          rm -f s s-wal s-shm acknowledged; "$0" login base -q $store
          { strace -f -qq -o /dev/null -e trace=fdatasync \\
              -e inject=fdatasync:delay_enter=400000:when=$number \\
              "$0" login victim -q $store 2>>errors && echo victim >>acknowledged; } &
          victim=$!
          sleep .2
          for suffix in \(suffixes); do rm -f s$suffix; done
          "$0" login other -q $store 2>>errors && echo other >>acknowledged
          wait $victim
          "$0" login last -q $store 2>>errors && echo last >>acknowledged
          "$0" accounts list --names $store | sort >present
          sort acknowledged | comm -23 - present | sed "s/$/ is lost, $number/"
          "$0" store check -q $store >/dev/null || echo "unsound, $number"
        done
        """
      let ending = try await sandbox.launch([], through: .shell(script)) {
        $0.folder = sandbox.home.path
        $0.isGated = false
      }.run()
      ending.expect(exit: 0, output: "", errors: "")
    }

    @Test func `loses nothing while the shared memory is removed again and again`() async throws {
      let sandbox = try Sandbox()
      let script = """
        store="--store sqlite:s"
        "$0" login base -q $store
        for process in 1 2 3 4; do
          { for number in $(seq 15); do
              "$0" login p$process-$number -q $store 2>>errors && echo p$process-$number >>acknowledged
            done; echo >ended$process; } &
          processes="$processes $!"
        done
        until [ -e ended1 ] && [ -e ended2 ] && [ -e ended3 ] && [ -e ended4 ]; do
          rm -f s-shm; sleep .02
        done
        wait $processes
        "$0" accounts list --names $store | sort >present
        sort acknowledged | comm -23 - present | sed "s/$/ is lost/"
        "$0" store check -q $store >/dev/null || echo unsound
        """
      let ending = try await sandbox.launch([], through: .shell(script)) {
        $0.folder = sandbox.home.path
        $0.isGated = false
      }.run()
      ending.expect(exit: 0, output: "", errors: "")
    }
  }
}
