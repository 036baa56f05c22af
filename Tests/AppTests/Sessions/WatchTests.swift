import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

@Suite(.serialized) struct `Watching` {
  /// A shell in which `moniker` is the program with the sandbox's store, and `out` the file that
  /// `watch` writes to; `await N` waits until that has N lines.
  private func run(_ script: String, in sandbox: Sandbox) async throws -> Ending {
    let option = sandbox.store.option(in: sandbox.home.path).map { "--store '\($0)'" } ?? ""
    // Started with job control: what a shell starts in the background without it ignores Ctrl-C.
    let prelude = """
      export HOME='\(sandbox.home.path)' out='\(sandbox.home.path)/out'
      moniker() { word=$1; shift; '\(try Sandbox.program)' "$word" \(option) "$@"; }
      start() {
        set -m; : >"$out"
        '\(try Sandbox.program)' watch \(option) "$@" >>"$out" & watch=$!
        set +m
      }
      lines() { wc -l <"$out"; }
      await() {
        turns=0
        while [ "$(lines)" -lt "$1" ]; do
          turns=$((turns + 1))
          [ $turns -lt 6000 ] || { echo "only $(cat "$out")" >&2; kill $watch; exit 1; }
          sleep 0.01
        done
      }
      stop() { kill -INT $watch; wait $watch; [ $? = 130 ] || echo "ended with $?" >&2; }

      """
    var launch = Launch(
      words: ["/bin/bash", "-c", prelude + script],
      variables: ["PATH": "/usr/bin:/bin"]
    )
    launch.limit = .seconds(1_200)
    launch.isGated = false
    launch.folder = sandbox.home.path
    return try await launch.run()
  }

  @Test(arguments: StoreForm.kinds)
  func `shows the present state and each change of any process`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let script = """
      start; await 1
      moniker login mina -q; await 2
      moniker rename nina -q; await 3
      moniker login hong -q --expires-in 1s; await 5
      moniker logout -q; await 6
      stop; sed 's/ since.*//; s/ at .*//' "$out"
      """
    let ending = try await run(script, in: sandbox)
    ending.expect(
      exit: 0,
      output: """
        Nobody is signed in.
        Signed in as mina
        Signed in as nina
        Signed in as hong
        The session of hong expired
        Nobody is signed in.

        """,
      errors: ""
    )
  }

  @Test(arguments: StoreForm.kinds)
  func `survives the store being removed, made again and replaced`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let folder = "\(sandbox.home.path)/.local/share/moniker"
    let script = """
      moniker login first -q; start --json; await 1
      rm -r '\(sandbox.home.path)/.local'; await 2
      moniker login second -q; await 3
      mv '\(folder)' '\(sandbox.home.path)/away'; await 4
      moniker login third -q; await 5
      rm -r '\(folder)'; mv '\(sandbox.home.path)/away' '\(folder)'; await 6
      moniker login fourth -q; await 7
      sleep 0.1; stop; tail -n 1 "$out"
      """
    let ending = try await run(script, in: sandbox).expect(exit: 0, errors: "")
    #expect(ending.outputText.contains(#""nickname":"fourth""#), "\(ending)")
  }

  @Test(arguments: StoreForm.kinds)
  func `ends once nobody reads it`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let ending = try await run("moniker watch | head -n 1; echo ${PIPESTATUS[0]}", in: sandbox)
    ending.expect(exit: 0, output: "Nobody is signed in.\n0\n", errors: "")
    #expect(!sandbox.home.contents.contains(".local"))
  }

  @Test(arguments: StoreForm.kinds)
  func `uses no processor time while nothing happens`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let script = """
      moniker login mina -q; start; await 1
      before=$(cut -d ' ' -f 14-15 /proc/$watch/stat); sleep 2
      after=$(cut -d ' ' -f 14-15 /proc/$watch/stat); stop
      [ "$before" = "$after" ] || echo "from $before to $after ticks" >&2
      """
    try await run(script, in: sandbox).expect(exit: 0, output: "", errors: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `ends with what is wrong where the store cannot be read`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try "nonsense".write(toFile: sandbox.file, atomically: false, encoding: .utf8)
    try await sandbox.moniker("watch").expect(exit: 65, output: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `never misses the last state beside many writers`(store: StoreForm) async throws {
    let environment = ProcessInfo.processInfo.environment
    let runs = environment["MONIKER_TEST_WATCH"].flatMap { Int($0) } ?? 2
    for _ in 0..<runs {
      let sandbox = try Sandbox(store)
      let script = """
        start --json; await 1
        for writer in 1 2 3 4 5 6 7 8; do
          (
            for turn in $(seq 25); do
              until moniker login "w$writer-$turn" -q 2>"$out.$writer"; do
                # How long a turn takes is the machine's affair.
                [ $? = 75 ] || { cat "$out.$writer" >&2; exit 1; }
              done
            done
          ) &
          writers="$writers $!"
        done
        for writer in $writers; do wait $writer || echo "a writer failed" >&2; done
        name=$(moniker whoami); turns=0
        until tail -n 1 "$out" | grep -q "\\"nickname\\":\\"$name\\""; do
          turns=$((turns + 1))
          [ $turns -lt 10 ] || { echo "not $name but $(tail -n 1 "$out")" >&2; break; }
          sleep 0.01
        done
        stop
        cat "$out"
        """
      let ending = try await run(script, in: sandbox).expect(exit: 0, errors: "")
      let sessions = try await sandbox.repository.sessions(endedLimit: 0).entries
      let identities = Dictionary(
        uniqueKeysWithValues: sessions.map { ($0.account.nickname.text, $0.session.id.description) }
      )
      // What was shown is what was: a nickname with its own session.
      for line in ending.outputText.split(separator: "\n").dropFirst() {
        let document = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let fields = try #require(document as? [String: Any])
        let name = try #require(fields["nickname"] as? String)
        #expect(fields["sessionID"] as? String == identities[name])
      }
    }
  }
}
