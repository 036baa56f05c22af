import Foundation
import MonikerDoubles
import Testing

@Suite struct `Checking nicknames` {
  @Test func `prints for each text its forms or the reason of refusal`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("nickname", "check", "  PayPaI ").expect(
      exit: 0,
      output: """
        PayPaI is a nickname.
          compared as:            paypai
          looks like:             paypai
          looks like as shown:    paypal

        """,
      errors: ""
    )
    let mixed = try await sandbox.moniker("nickname", "check", "ok", "a\tb")
    mixed.expect(exit: 65, errors: "")
    #expect(mixed.outputText.contains("ok is a nickname."))
    #expect(mixed.outputText.contains("code point 2 is U+0009, a control character. Try \"a b\"."))
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `answers each line of standard input with a line`() async throws {
    let input = "gildong\n홍 길동\n\na\tb\n\u{FF2D}ina\nlast"
    let check = try await Sandbox().moniker("nickname", "check") {
      $0.input = Array(input.utf8) + [0x0A, 0xFF, 0xFE, 0x0A] + Array("x\r".utf8)
    }
    check.expect(exit: 65, errors: "")
    let lines = check.outputText.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map(\.first) == ["ok", "ok", "no", "no", "ok", "ok", "no", "ok"])
    #expect(lines[0] == ["ok", "gildong", "gildong", "gildong", "gildong"])
    #expect(lines[3][1] == "a<U+0009>b")
    #expect(lines[4][1...2] == ["Mina", "mina"])
    #expect(lines[6].last?.contains("not UTF-8") == true)
    // A line with the line end of another system.
    #expect(lines[7][1] == "x")
  }

  @Test func `answers each text with a document under --json`() async throws {
    let check = try await Sandbox().moniker("nickname", "check", "--json") {
      $0.input = Array("Mina\n👩\u{200D}👧\n".utf8)
    }
    check.expect(exit: 65, errors: "")
    let documents = try check.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(documents.count == 2)
    #expect(Set(documents[0].keys) == ["typed", "nickname", "key", "skeleton", "shownSkeleton"])
    #expect(documents[0]["key"] as? String == "mina")
    #expect(documents[1]["suggestion"] as? String == "👩👧")
    let error = try #require(documents[1]["error"] as? [String: String])
    #expect(error["code"] == "invalidNickname")
  }

  @Test func `keeps no more of a line than a nickname can need`() async throws {
    let long = [UInt8](repeating: 0x78, count: 3_000_000) + [0x0A]
    let check = try await Sandbox().moniker("nickname", "check") {
      $0.input = long + Array("ok\n".utf8) + long.dropLast()
    }
    check.expect(exit: 65)
    let lines = check.outputText.split(separator: "\n")
    #expect(lines.map { $0.prefix(2) } == ["no", "ok", "no"])
    #expect(lines[0].contains("3000000 bytes"))
  }

  @Test func `uses bounded memory for a line of any length`() async throws {
    // The limit is less memory than the whole line needs.
    let limited = [String].shell(
      #"ulimit -d 100000; head -c 150000000 /dev/zero | tr '\0' x | "$0" "$@""#
    )
    let check = try await Sandbox().moniker("nickname", "check", through: limited)
    check.expect(exit: 65)
    #expect(check.outputText.contains("150000000 bytes"), "\(check)")
  }

  @Test func `prompts for input at a terminal`() async throws {
    let check = try await Sandbox().moniker(
      "nickname",
      "check",
      typing: [Typing("mina\n", after: "Ctrl-D"), Typing(Typing.endOfInput, after: "mina")]
    )
    check.expect(exit: 0)
  }

  @Test func `answers a line before it reads the next one`() async throws {
    let script = """
      import subprocess, sys
      check = subprocess.Popen(
          [sys.argv[1], "nickname", "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      for name in ["one", "two", "three"]:
          check.stdin.write(name.encode() + b"\\n")
          check.stdin.flush()
          assert check.stdout.readline().split(b"\\t")[1] == name.encode()
      check.stdin.close()
      sys.exit(check.wait())
      """
    try await Sandbox().tool("python3", "-c", script, Sandbox.program).expect(exit: 0, errors: "")
  }

  @Test func `ends quietly when the reader closes, and with an error when the disk is full`()
    async throws
  {
    let sandbox = try Sandbox()
    let many = [UInt8](repeating: 0x61, count: 10) + [0x0A]
    let input = Array(repeatElement(many, count: 50_000).joined())
    let unread = try await sandbox.moniker("nickname", "check") {
      $0.input = input
      $0.output = .closedPipe
    }
    unread.expect(exit: 0, errors: "")
    let full = try await sandbox.moniker(
      "nickname",
      "check",
      through: .shell(#"exec "$0" "$@" >/dev/full"#)
    ) { $0.input = input }
    full.expect(exit: 74)
    #expect(full.errorText.contains("could not be written"))
  }

  @Test func `reports what is wrong with standard input`() async throws {
    let sandbox = try Sandbox()
    let folder = try await sandbox.moniker(
      "nickname",
      "check",
      through: .shell(#"exec "$0" "$@" </"#)
    )
    folder.expect(exit: 74, output: "")
    #expect(folder.errorText.contains("Standard input could not be read"))
  }

  @Test(arguments: ["--store", "--quiet", "--no-input"])
  func `rejects an option without effect`(option: String) async throws {
    try await Sandbox().moniker("nickname", "check", "x", option).expect(exit: 64, output: "")
  }

  @Test func `needs no home and no store`() async throws {
    try await Sandbox()
      .moniker("nickname", "check", "x", variables: ["HOME": nil, "MONIKER_STORE": "floppy"])
      .expect(exit: 0, errors: "")
  }
}
