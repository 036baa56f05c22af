import Foundation
import MonikerDoubles
import Testing

@Suite struct `The profile` {
  /// The variables for an editor that is a shell script; `$1` is the file.
  private func editor(_ script: String, in sandbox: Sandbox) throws -> [String: String?] {
    let path = sandbox.home.file("editor")
    try Data(script.utf8).write(to: URL(filePath: path))
    let kept = sandbox.home.file("temporary")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    return ["VISUAL": "sh \(path)", "TMPDIR": kept]
  }

  private func keptFiles(in sandbox: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.home.file("temporary"))
  }

  @Test(arguments: StoreForm.kinds)
  func `is shown, edited and cleared`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.profile().expect(exit: 4, output: "")
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let empty = try await sandbox.profile().expect(exit: 0, errors: "")
    let edit = sandbox.proposed("profile edit")
    #expect(empty.outputText == "mina has an empty profile. Edit it with: \(edit)\n")
    try await sandbox.profile("edit", "--title", "길동 🏠", "--description", "one\ntwo")
      .expect(exit: 0, output: "The profile of mina is saved.\n", errors: "")
    let shown = try await sandbox.profile("show").expect(exit: 0).outputText
    #expect(shown.contains("Title:     길동 🏠\n") && shown.hasSuffix("\n\none\ntwo\n"), "\(shown)")
    let document = try await sandbox.profile("show", "--json").expect(exit: 0).document()
    #expect(document["title"] as? String == "길동 🏠")
    #expect(document["description"] as? String == "one\ntwo")
    #expect(document["version"] as? Int == 1)
    #expect(document["picture"] is NSNull)
    #expect(
      Set(document.keys) == [
        "accountID", "nickname", "title", "description", "picture", "version", "changedAt",
        "store",
      ]
    )
    try await sandbox.profile("edit", "--title", "").expect(exit: 0)
    let changed = try await sandbox.profile("show", "--json").document()
    #expect(changed["title"] as? String == "" && changed["description"] as? String == "one\ntwo")
    try await sandbox.profile("edit", "--quiet", "--clear").expect(exit: 0, output: "")
    let cleared = try await sandbox.profile("show", "--json").document()
    #expect(cleared["description"] as? String == "" && cleared["version"] as? Int == 3)
    let history = try await sandbox.moniker("history", "--json").document()
    let events = try #require(history["events"] as? [[String: Any]])
    #expect(events.count { $0["kind"] as? String == "profileChanged" } == 3)
  }

  @Test func `has a picture that is drawn from its ID`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.profile("edit", "--picture", "7k3f9mxa").expect(exit: 0)
    let document = try await sandbox.profile("show", "--json").document()
    let picture = try #require(document["picture"] as? [String: Any])
    #expect(picture["id"] as? String == "7k3f9mxa")
    #expect((picture["text"] as? String)?.hasPrefix("A pattern in ") ?? false)
    for id in ["7K3F9MXA", "../../etc", "short"] {
      let refused = try await sandbox.profile("edit", "--picture", id, "--title", "t")
      #expect(refused.errorText.contains("There is no photo"), "\(refused)")
      #expect(refused.status != .exited(0))
    }
    try await sandbox.profile("edit", "--picture", "").expect(exit: 0)
    let removed = try await sandbox.profile("show", "--json").document()
    #expect(removed["picture"] is NSNull && removed["version"] as? Int == 2)
  }

  @Test func `is that of the account that --as names`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("login", "hong").expect(exit: 0)
    try await sandbox.profile("edit", "--as", "mina", "--title", "m").expect(exit: 0)
    #expect(try await sandbox.profile("show", "--json").document()["title"] as? String == "")
    let other = try await sandbox.moniker("profile", variables: ["MONIKER_AS": "mina"])
    #expect(other.outputText.contains("Title:     m\n"))
    let nobody = try await sandbox.profile("show", "--as", "zoe").expect(exit: 4)
    #expect(nobody.errorText.contains("zoe"))
  }

  @Test func `reads its description from standard input`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    func edit(_ bytes: [UInt8]) async throws -> Ending {
      try await sandbox.moniker("profile", "edit", "--description", "-") { $0.input = bytes }
    }
    try await edit(Array("\u{FEFF}one\r\n\r\ntwo\n\n".utf8)).expect(exit: 0)
    let document = try await sandbox.profile("show", "--json").document()
    #expect(document["description"] as? String == "one\n\ntwo")
    for (bytes, reason) in [
      ([0x61, 0xFF], "not UTF-8"), (Array("a\tb".utf8), "U+0009 in line 1, at character 2"),
      ([UInt8](repeating: 0x61, count: 2_001), "2001 characters; at most 2000"),
      ([UInt8](repeating: 0x61, count: 1 << 20 + 1), "more than 1048576 bytes"),
    ] as [([UInt8], String)] {
      let refused = try await edit(bytes).expect(exit: 65, output: "")
      #expect(refused.errorText.contains(reason), "\(refused)")
    }
    #expect(try await sandbox.profile("show", "--json").document()["version"] as? Int == 1)
  }

  @Test func `needs something to change where no editor can be opened`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let refused = try await sandbox.profile("edit").expect(exit: 64, output: "")
    #expect(refused.errorText.contains("--title"), "\(refused)")
    try await sandbox.profile("edit", "--clear", "--title", "t").expect(exit: 64, output: "")
  }

  @Test func `is edited in the person's editor`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let write =
      ##"{ echo "길동 $0"; echo; echo "# a heading"; echo; cat "$1"; } > "$1.new"; cat "$1.new" > "$1""##
    let saved = try await sandbox.moniker(
      "profile",
      "edit",
      variables: try editor(write, in: sandbox),
      typing: []
    )
    saved.expect(exit: 0, output: "The profile of mina is saved.\n")
    let document = try await sandbox.profile("show", "--json").document()
    #expect((document["title"] as? String)?.hasPrefix("길동 ") ?? false)
    #expect(document["description"] as? String == "# a heading")
    #expect(try keptFiles(in: sandbox).filter { $0.hasSuffix(".txt") } == [])
  }

  @Test(arguments: ["/^# ----/d", "s/^# ----.*/# mine/", "/^# ----/d; s/^# If.*//", "/^#/d"])
  func `never contains the explanation, also if its first line is gone`(script: String)
    async throws
  {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    var variables = try editor(#"sed -i '1s/.*/t/; 3s/.*/d/; \#(script)' "$1""#, in: sandbox)
    // Blanks name no editor.
    variables["EDITOR"] = variables["VISUAL"]
    variables["VISUAL"] = " "
    try await sandbox.moniker("profile", "edit", variables: variables, typing: []).expect(exit: 0)
    let document = try await sandbox.profile("show", "--json").document()
    #expect(document["title"] as? String == "t")
    let expected = script.hasPrefix("s") ? "d\n# mine" : "d"
    #expect(document["description"] as? String == expected)
  }

  @Test func `stays as it is in an unchanged editor, whatever it contains`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let text = "before\n# ---- Everything from this line on is ignored. ----\nafter"
    try await sandbox.profile("edit", "--description", text).expect(exit: 0)
    for (script, expected) in [
      (":", text), (#"sed -i s/before/then/ "$1""#, "then" + text.dropFirst(6)),
    ] {
      let variables = try editor(script, in: sandbox)
      try await sandbox.moniker("profile", "edit", variables: variables, typing: [])
        .expect(exit: 0)
      let document = try await sandbox.profile("show", "--json").document()
      #expect(document["description"] as? String == expected)
    }
  }

  @Test(arguments: [
    (":", 0, "is unchanged"), (#": > "$1""#, 130, "text is empty"), ("exit 3", 1, "has failed"),
    (#"rm "$1""#, 74, "cannot be read"),
  ])
  func `stays as it is if the editor leaves nothing to save`(
    script: String,
    status: Int,
    words: String
  ) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.profile("edit", "--title", "t").expect(exit: 0)
    let variables = try editor(script, in: sandbox)
    let before = try sandbox.snapshot()
    let ending = try await sandbox.moniker("profile", "edit", variables: variables, typing: [])
    ending.expect(exit: Int32(status))
    #expect((ending.outputText + ending.errorText).contains(words), "\(ending)")
    #expect(!ending.errorText.contains("is kept"), "\(ending)")
    #expect(try sandbox.snapshot() == before)
    #expect(try keptFiles(in: sandbox) == [])
  }

  @Test func `keeps the text that could not be saved, and says where`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    for (script, status, words) in [
      (#"printf 'a\tb\n' > "$1""#, 65, "U+0009"), (#"echo mine > "$1"; exit 1"#, 1, "has failed"),
      (#""$MONIKER" logout -q; echo mine > "$1""#, 4, "mina is no longer signed in here."),
    ] {
      var variables = try editor(script, in: sandbox)
      variables["MONIKER"] = sandbox.program
      let ending = try await sandbox.moniker("profile", "edit", variables: variables, typing: [])
      ending.expect(exit: Int32(status), output: "")
      #expect(ending.errorText.contains(words), "\(ending)")
      let kept = try #require(try keptFiles(in: sandbox).first)
      let path = sandbox.home.file("temporary/\(kept)")
      #expect(ending.errorText.contains("Your text is kept in \(path)."), "\(ending)")
      #expect(!(try Data(contentsOf: URL(filePath: path)).isEmpty))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      try FileManager.default.removeItem(atPath: path)
      try await sandbox.moniker("login", "mina").expect(exit: 0)
    }
  }
}

extension StressTests {
  @Suite struct `A profile that two processes edit at once` {
    /// Both editors are open before either ends.
    @Test(arguments: StoreForm.kinds)
    func `is saved by one of them, and the other one is refused`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "mina").expect(exit: 0)
      let path = sandbox.home.file("editor")
      let script = #"""
        : > "$READY.$NAME"
        while ! [ -e "$READY.a" ] || ! [ -e "$READY.b" ]; do sleep 0.01; done
        echo "$TITLE $NAME" > "$1"
        """#
      try Data(script.utf8).write(to: URL(filePath: path))
      let rounds = Int(ProcessInfo.processInfo.environment["MONIKER_TEST_PAIRS"] ?? "") ?? 25
      for round in 1...rounds {
        let endings = try await withThrowingTaskGroup(of: (String, Ending).self) { group in
          for name in ["a", "b"] {
            let launch = try sandbox.launch(
              ["profile", "edit"],
              variables: [
                "EDITOR": "sh \(path)", "NAME": name, "READY": sandbox.home.file("ready\(round)"),
                "TITLE": "title \(round)", "TMPDIR": sandbox.home.path,
              ]
            ) { $0.isGated = false }
            group.addTask { (name, try await launch.run(typing: [])) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let saved = endings.filter { $0.1.status == .exited(0) }
        let refused = endings.filter { $0.1.status == .exited(6) }
        try #require(saved.count == 1 && refused.count == 1, "round \(round): \(endings)")
        let title = try await sandbox.profile("show", "--json").document()["title"] as? String
        #expect(title == "title \(round) \(saved[0].0)")
        for name in ["a", "b"] {
          #expect(refused[0].1.errorText.contains("title \(round) \(name)"), "\(refused)")
        }
      }
      let document = try await sandbox.profile("show", "--json").document()
      #expect(document["version"] as? Int == rounds)
    }
  }
}

extension Sandbox {
  /// Runs `moniker profile …`.
  func profile(_ words: String...) async throws -> Ending {
    try await launch(["profile"] + words).run()
  }
}
