import Foundation
import MonikerDoubles
import Testing

extension StressTests {
  /// A damaged store that a repair or a restore replaces while other processes use it.
  @Suite struct `A damaged store that is replaced` {
    /// Makes the store `s` with 40 accounts and some 200 events, and its backup `b`.
    private func home(_ kind: String) async throws -> Sandbox {
      let sandbox = try Sandbox()
      let script = """
        set -e
        for number in $(seq 40); do "$0" login a$number -q --store \(kind):s; done
        for number in $(seq 40) $(seq 40) $(seq 40); do
          "$0" switch a$number -q --store \(kind):s
        done
        "$0" store backup b -q --store \(kind):s
        """
      try await run(script, in: sandbox).expect(exit: 0, errors: "")
      return sandbox
    }

    private func run(_ script: String, in sandbox: Sandbox) async throws -> Ending {
      try await sandbox.launch([], through: .shell(script)) {
        $0.folder = sandbox.home.path
        $0.isGated = false
      }.run()
    }

    /// Writes over one byte of a file.
    private func damage(_ path: String, at offset: Int) throws {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: UInt64(offset))
      let byte = try file.read(upToCount: 1)?.first ?? 0
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data([byte ^ 0xFF]))
      try file.close()
    }

    /// The place of an event in the middle of the history, which no sign-in reads.
    private func placeOfEvent(in path: String) throws -> Int {
      let bytes = try Data(contentsOf: URL(filePath: path))
      var places: [Int] = []
      var next = bytes.startIndex
      while let found = bytes.range(of: Data("switched".utf8), in: next..<bytes.endIndex) {
        places.append(found.lowerBound)
        next = found.upperBound
      }
      return try #require(places.isEmpty ? nil : places[places.count / 2])
    }

    @Test(arguments: ["sqlite", "plist"])
    func `is restored from a backup, whichever page is damaged`(kind: String) async throws {
      let sandbox = try await home(kind)
      let whole = try Data(contentsOf: URL(filePath: sandbox.home.file("s")))
      let pages = Array(1..<max(2, whole.count / 4096))
      let isWhole = ProcessInfo.processInfo.environment["MONIKER_TEST_DAMAGE"].map { $0 != "0" }
      let tried = isWhole == true ? pages : Array(pages.shuffled().prefix(4))
      let option = "--store \(kind):s"
      for page in tried {
        try whole.write(to: URL(filePath: sandbox.home.file("s")))
        try damage(sandbox.home.file("s"), at: min(page * 4096 + 2_000, whole.count - 20))
        let script = """
          "$0" store restore b \(option) >&2 && "$0" store check \(option) >&2 || exit
          "$0" accounts list --names \(option) | wc -l
          ls s.replaced-* | grep -v -e -wal | wc -l; rm s.replaced-*
          """
        let ending = try await run(script, in: sandbox)
        #expect(ending.status == .exited(0), "page \(page): \(ending)")
        #expect(ending.outputText == "40\n1\n", "page \(page): \(ending)")
      }
    }

    @Test(arguments: ["sqlite", "plist"])
    func `keeps what is acknowledged while it is repaired`(kind: String) async throws {
      let sandbox = try await home(kind)
      let path = sandbox.home.file("s")
      try damage(path, at: try placeOfEvent(in: path))
      let option = "--store \(kind):s"
      let script = """
        for writer in 1 2 3; do
          for turn in $(seq 8); do
            "$0" login w$writer-$turn -q \(option) 2>>errors && echo w$writer-$turn >>acknowledged
          done &
          writers="$writers $!"
        done
        for one in 1 2; do
          { "$0" store repair \(option) >>repaired 2>>errors; status=$?
            [ $status = 75 ] || echo $status; } &
          repairs="$repairs $!"
        done
        wait $writers $repairs
        "$0" store repair \(option) >>repaired 2>>errors || echo failed
        "$0" login last -q \(option) && echo last >>acknowledged
        "$0" accounts list --names \(option) | sort >present
        sort -u acknowledged | comm -23 - present
        \(kind == "sqlite" ? "grep -q w acknowledged || echo none" : "")
        """
      let ending = try await run(script, in: sandbox)
      ending.expect(exit: 0, errors: "")
      // The repairs succeeded, and every acknowledged account is there.
      #expect(ending.outputText.allSatisfy { "0\n".contains($0) }, "\(ending)")
    }

    @Test func `has every change of its log, wherever a repair is killed`() async throws {
      let sandbox = try await home("sqlite")
      // The sign-in of "zed" is committed to the log, and killed before it is in the database.
      let script = """
        strace="strace -f -qq -o /dev/null -e inject="
        ${strace}pwrite64:signal=KILL:when=1 -e trace=pwrite64 -P "$PWD/s" \
          "$0" login zed -q --store sqlite:s >/dev/null 2>&1
        mkdir whole; mv s s-wal s-shm whole
        for call in unlink rename link; do
          for number in $(seq 30); do
            rm -f s s-* s.*; cp whole/* .
            $strace$call:signal=KILL:when=$number -e trace=$call \
              "$0" store repair --store sqlite:s >/dev/null 2>&1
            status=$?
            [ $status = 137 ] || break
            for check in killed repaired; do
              "$0" accounts list --names --store sqlite:s | grep -qx zed ||
                echo "$check: $call $number"
              "$0" store repair --store sqlite:s >/dev/null || echo "repair: $call $number"
            done
          done
          [ $number -gt 1 ] && [ $status = 0 ] || echo "$call $number: $status"
        done
        """
      try damage(sandbox.home.file("s"), at: try placeOfEvent(in: sandbox.home.file("s")))
      try await run(script, in: sandbox).expect(exit: 0, output: "", errors: "")
    }
  }
}
