import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

extension StressTests {
  @Suite struct `Watching` {
    /// Runs a shell script in which `moniker` is the program with the sandbox's store.
    ///
    /// `start` starts `watch`, and `stop` ends it. `await TEXT` copies the output of `watch` to the
    /// file `out` until a line contains the text.
    private func run(_ script: String, in sandbox: Sandbox) async throws -> Ending {
      let option = sandbox.store.option(in: sandbox.home.path).map { "--store '\($0)'" } ?? ""
      // Job control is on: without it, a shell starts background processes with Ctrl-C ignored.
      let prelude = """
        export HOME='\(sandbox.home.path)' out='\(sandbox.home.path)/out'
        moniker() { word=$1; shift; '\(try Sandbox.program)' "$word" \(option) "$@"; }
        start() {
          rm -f "$out"; mkfifo "$out.pipe"
          set -m
          '\(try Sandbox.program)' watch \(option) "$@" >"$out.pipe" & watch=$!
          set +m
          exec 3<"$out.pipe"
        }
        await() {
          while IFS= read -r line <&3; do
            printf '%s\n' "$line" >>"$out"
            case $line in *"$1"*) return ;; esac
          done
          echo "without $1: $(cat "$out")" >&2; exit 1
        }
        # SQLite makes shared memory for a database that it opens just before it is removed; then the
        # folder is not empty.
        remove() { while [ -e "$1" ]; do rm -r "$1" 2>/dev/null; done; }
        stop() { kill -INT $watch; wait $watch; [ $? = 130 ] || echo "ended with $?" >&2; }

        """
      var launch = Launch(
        words: ["/bin/bash", "-c", prelude + script],
        variables: ["PATH": "/usr/bin:/bin"]
      )
      launch.isGated = false
      launch.folder = sandbox.home.path
      return try await launch.run()
    }

    @Test(arguments: StoreForm.kinds)
    func `shows the current state and each change by any process`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      let script = """
        start; await 'Nobody'
        moniker login mina -q; await 'in as mina'
        moniker rename nina -q; await 'in as nina'
        moniker login hong -q --expires-in 1s; await 'of hong expired'
        moniker logout -q; await 'Nobody'
        # On a slow machine the session expires before it is shown.
        stop; sed 's/ since.*//; s/ at .*//; /in as hong/d' "$out"
        """
      let ending = try await run(script, in: sandbox)
      ending.expect(
        exit: 0,
        output: """
          Nobody is signed in.
          Signed in as mina
          Signed in as nina
          The session of hong expired
          Nobody is signed in.

          """,
        errors: ""
      )
    }

    @Test(arguments: StoreForm.kinds, [6, 15, 16, 17, 18])
    func `reports a lack of threads, or shows every change`(store: StoreForm, limit: Int)
      async throws
    {
      try requireRoot()
      let sandbox = try Sandbox(store)
      let option = store.option(in: sandbox.home.path).map { "--store '\($0)'" } ?? ""
      // Each limit has its own user, since the limit counts all processes of a user, also those that
      // have just ended.
      let user = 62_000 + limit + (store.isPropertyList ? 100 : 0)
      let script = """
        user() { setpriv --reuid=\(user) --clear-groups "$@"; }
        login() { user '\(try Sandbox.program)' login "$1" -q \(option); }
        moniker login mina -q
        chown -R \(user) '\(sandbox.home.path)'
        mkfifo pipe
        user prlimit --nproc=\(limit) '\(try Sandbox.program)' watch \(option) >pipe 2>errors & watch=$!
        exec 3<pipe
        if IFS= read -r line <&3; then
          login hong; await 'as hong'; login nina; await 'as nina'
          kill $watch; wait $watch; echo works
        else
          wait $watch; echo "ended with $?"
        fi
        grep -o 'threads that it needs' errors
        true
        """
      let ending = try await run(script, in: sandbox)
      // The program itself and the threads that it reserves.
      ending.expect(
        exit: 0,
        output: limit < 17 ? "ended with 1\nthreads that it needs\n" : "works\n",
        errors: ""
      )
    }

    @Test(arguments: StoreForm.kinds)
    func `continues when the store is removed, created again and replaced`(store: StoreForm)
      async throws
    {
      let sandbox = try Sandbox(store)
      let folder = "\(sandbox.home.path)/.local/share/moniker"
      let script = """
        moniker login first -q; start --json; await '"first"'
        remove '\(sandbox.home.path)/.local'; await '"signedIn":false'
        moniker login second -q; await '"second"'
        mv '\(folder)' '\(sandbox.home.path)/away'; await '"signedIn":false'
        moniker login third -q; await '"third"'
        remove '\(folder)'; mv '\(sandbox.home.path)/away' '\(folder)'; await '"second"'
        moniker login fourth -q; await '"fourth"'
        stop
        """
      try await run(script, in: sandbox).expect(exit: 0, output: "", errors: "")
    }

    @Test(arguments: StoreForm.kinds)
    func `continues when a link in the path leads elsewhere`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      let home = sandbox.home.path
      let script = """
        mkdir '\(home)/a' '\(home)/b'; mkdir '\(home)/.local'; ln -s ../a '\(home)/.local/share'
        moniker login first -q; start --json; await '"first"'
        ln -sfn ../b '\(home)/.local/share'; await '"signedIn":false'
        moniker login second -q; await '"second"'
        ln -sfn ../a '\(home)/.local/share'; await '"first"'
        stop
        """
      try await run(script, in: sandbox).expect(exit: 0, output: "", errors: "")
    }

    @Test(arguments: ["-wal", "-wal -shm", "-shm"])
    func `continues when files beside the database are removed`(suffixes: String) async throws {
      let sandbox = try Sandbox(.sqlite)
      let script = """
        moniker login first -q; start --json; await '"first"'
        for name in a b c d e f g h i j k l; do moniker login $name -q; await "\"$name\""; done
        kill -STOP $watch
        for suffix in \(suffixes); do rm '\(sandbox.file)'$suffix; done
        kill -CONT $watch
        # Until the watch has seen that, a command may fail, but never as if nobody were signed in.
        until moniker whoami >>names 2>errors; do
          [ $? = 74 ] || { cat errors >&2; exit 1; }
        done
        for name in m n o p q r s t u v w x; do
          moniker login $name -q; await "\"$name\""
        done
        stop; moniker whoami; sort -u names
        """
      try await run(script, in: sandbox).expect(exit: 0, output: "x\nl\n", errors: "")
      try await sandbox.moniker("store", "check").expect(exit: 0)
    }

    /// After some changes the store is open, and no longer read at rest.
    @Test(arguments: StoreForm.kinds, [0, 20])
    func `ends with an error when garbage is written over the store`(
      store: StoreForm,
      changes: Int
    ) async throws {
      let sandbox = try Sandbox(store)
      let script = """
        moniker login first -q; start 2>errors; await 'first'
        for ((i = 0; i < \(changes); i++)); do moniker login "n$i" -q; await "n$i"; done
        head -c 20000 /dev/zero | tr '\\0' x | dd of='\(sandbox.file)' conv=notrunc status=none
        wait $watch; echo "ended with $?"
        """
      try await run(script, in: sandbox)
        .expect(exit: 0, output: "ended with 65\n", errors: "")
    }

    @Test(arguments: StoreForm.kinds)
    func `continues if the system refuses to watch a folder`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "first").expect(exit: 0)
      let option = store.option(in: sandbox.home.path).map { "--store '\($0)'" } ?? ""
      let script = """
        mkfifo out; "$0" "$@" >out & watch=$!
        exec 3<out; read -r line <&3; echo "$line"
        HOME='\(sandbox.home.path)'; export HOME
        '\(try Sandbox.program)' login second -q \(option)
        read -r line <&3; echo "$line"
        exec 3<&-; wait $watch; true
        """
      for error in ["ENOSPC", "EACCES"] {
        let wrapper = [String].failing("inotify_add_watch", with: error)
        let launch = try sandbox.launch(["watch"], through: .shell(script) + wrapper)
        let ending = try await launch.run()
        #expect(ending.outputText.contains("Signed in as second"), "\(ending)")
        try await sandbox.moniker("switch", "first").expect(exit: 0)
      }
    }

    @Test(arguments: StoreForm.kinds)
    func `ends when its reader closes`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      let ending = try await run("moniker watch | head -n 1; echo ${PIPESTATUS[0]}", in: sandbox)
      ending.expect(exit: 0, output: "Nobody is signed in.\n0\n", errors: "")
      #expect(!sandbox.home.contents.contains(".local"))
    }

    @Test(arguments: StoreForm.kinds)
    func `uses no processor time while nothing changes`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      let script = """
        moniker login mina -q; start; await mina
        # Ends once the threads have run for less than a millisecond in a second, which a program that
        # polls without a pause never does. Once a second it looks whether its reader is there.
        nanoseconds() { cat /proc/$watch/task/*/schedstat | awk '{ sum += $1 } END { print sum }'; }
        spent=-1
        until [ $spent -ge 0 ] && [ $spent -lt 1000000 ]; do
          before=$(nanoseconds); sleep 1; spent=$(($(nanoseconds) - before))
        done
        stop
        """
      try await run(script, in: sandbox).expect(exit: 0, output: "", errors: "")
    }

    @Test(arguments: StoreForm.kinds)
    func `ends with an error if the store cannot be read`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "mina").expect(exit: 0)
      try "nonsense".write(toFile: sandbox.file, atomically: false, encoding: .utf8)
      try await sandbox.moniker("watch").expect(exit: 65, output: "")
    }

    @Test(arguments: StoreForm.kinds)
    func `never misses the last state beside many writers`(store: StoreForm) async throws {
      let environment = ProcessInfo.processInfo.environment
      let runs = environment["MONIKER_TEST_WATCH"].flatMap { Int($0) } ?? 1
      for _ in 0..<runs {
        let sandbox = try Sandbox(store)
        let script = """
          start --json; await '{'
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
          await "\\"nickname\\":\\"$(moniker whoami)\\""
          stop
          cat "$out"
          """
        let ending = try await run(script, in: sandbox).expect(exit: 0, errors: "")
        let sessions = try await sandbox.repository.sessions(endedLimit: 0).entries
        let ids = Dictionary(
          uniqueKeysWithValues: sessions.map {
            ($0.account.nickname.text, $0.session.id.description)
          }
        )
        // Every line is a state that existed: a nickname with its own session.
        for line in ending.outputText.split(separator: "\n").dropFirst() {
          let document = try JSONSerialization.jsonObject(with: Data(line.utf8))
          let fields = try #require(document as? [String: Any])
          let name = try #require(fields["nickname"] as? String)
          #expect(fields["sessionID"] as? String == ids[name])
        }
      }
    }
  }
}
