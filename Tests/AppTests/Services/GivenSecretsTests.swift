import Foundation
import MonikerDoubles
import MonikerTestServer
import Testing

/// The tokens and keys that a command on a service is given in a variable or a file.
@Suite(.timeLimit(.minutes(5))) struct `What a command is given as a proof` {
  private let sandbox: Sandbox
  private let server: TestServer

  init() async throws {
    sandbox = try Sandbox()
    server = try await TestServer.started()
  }

  private func run(_ words: [String], token: String? = nil) async throws -> Ending {
    var variables = [
      "HOME": sandbox.home.path, "MONIKER_STORE": server.address, "TZ": "UTC",
      "PATH": "/usr/bin:/bin",
    ]
    variables["MONIKER_TOKEN"] = token
    var launch = Launch(words: [sandbox.program] + words, variables: variables)
    launch.folder = sandbox.home.path
    return try await launch.run()
  }

  @Test(arguments: [
    ["whoami"], ["status"], ["accounts"], ["sessions"], ["logout"], ["watch"],
    ["login", "mina"],
  ])
  func `fails if the service does not know the token of the variable`(words: [String]) async throws
  {
    let unknown = "mnk_" + String(repeating: "0", count: 43)
    for token in [unknown, "mni_" + unknown.dropFirst(4), "bad"] {
      let ending = try await run(words, token: token)
      #expect(ending.status == .exited(77), "\(ending)")
      #expect(
        ending.errorText.contains("does not know the token in the variable MONIKER_TOKEN; set it"),
        "\(ending)"
      )
      #expect(ending.outputText.isEmpty)
    }
  }

  @Test func `says where a new key is as a notice, a document with --json, and not if quiet`()
    async throws
  {
    let login = ["login", "--recovery-key-file"]
    #expect(
      try await run(login + ["a.key", "a"]).errorText
        == "notice: The recovery key of a is in the file a.key.\n"
    )
    #expect(
      try await run(login + ["b.key", "b", "--json"]).errorText
        == "{\"notice\":{\"message\":\"The recovery key of b is in the file b.key.\"}}\n"
    )
    let quiet = try await run(login + ["c.key", "c", "--quiet"])
    #expect(quiet.errorText.isEmpty && quiet.status == .exited(0), "\(quiet)")
  }

  @Test func `says that an identity token is enough for whoami alone`() async throws {
    try await run(["login", "mina", "--recovery-key-file", "key"]).expect(exit: 0)
    let token = try await run(["token", "make", "--label", "ci"])
    let text = token.outputText.split(separator: "\n").first { $0.hasPrefix("mni_") }
    let given = String(try #require(text))
    try await run(["whoami"], token: given).expect(exit: 0, output: "mina\n")
    try await run(["whoami", "--as", "MINA"], token: given).expect(exit: 0, output: "mina\n")
    try await run(["whoami", "--as", "zoe"], token: given).expect(exit: 4, output: "")
    for words in [["status"], ["sessions"], ["logout"], ["rename", "zoe"]] {
      let ending = try await run(words, token: given)
      #expect(ending.status == .exited(77), "\(words) \(ending)")
      #expect(ending.errorText.contains("an identity token only tells who"), "\(words) \(ending)")
    }
  }

  @Test func `is of another device, so that nothing of the own one is read or changed`()
    async throws
  {
    try await run(["login", "mina", "--recovery-key-file", "key"]).expect(exit: 0)
    try await run(["whoami"]).expect(exit: 0, output: "mina\n")
    let folder = URL(filePath: sandbox.home.path + "/.local/share/moniker/services")
    func file(_ suffix: String) throws -> Data {
      let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let name = try #require(all.first { $0.hasSuffix(suffix) }, "\(all)")
      return try Data(contentsOf: folder.appending(path: name))
    }
    let before = try (file(".last"), file(".token"))
    let other = try Sandbox()
    var launch = Launch(
      words: [other.program, "login", "zoe", "--recovery-key-file", "key"],
      variables: [
        "HOME": other.home.path, "MONIKER_STORE": server.address, "PATH": "/usr/bin:/bin",
      ]
    )
    launch.folder = other.home.path
    try await launch.run().expect(exit: 0)
    let services = other.home.path + "/.local/share/moniker/services"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: services).first { $0.hasSuffix(".token") }
    )
    let text = try String(contentsOfFile: services + "/" + name, encoding: .utf8)
    let token = String(try #require(text.firstMatch(of: /mnk_[A-Za-z0-9_-]+/)).output)
    try await run(["whoami"], token: token).expect(exit: 0, output: "zoe\n")
    let offline = try await run(["whoami", "--offline"], token: token)
    #expect(offline.status == .exited(69) && offline.errorText.contains("nothing is kept"))
    try await run(["whoami", "--offline"]).expect(exit: 0, output: "mina\n")
    #expect(try (file(".last"), file(".token")) == before)
  }

  @Test func `names the file whose recovery key is none, or another one's`() async throws {
    try await run(["login", "mina", "--recovery-key-file", "key"]).expect(exit: 0)
    try await run(["login", "zoe", "--recovery-key-file", "other"]).expect(exit: 0)
    try Data("text".utf8).write(to: URL(filePath: sandbox.home.path + "/text"))
    for (file, reason) in [
      ("other", "The key in the file other is not the recovery key of mina."),
      ("text", "The key in the file text is not the recovery key of mina."),
      ("none", "cannot be read: the file none: cannot open it: No such file or directory."),
    ] {
      let replaced = try await run(
        ["recovery-key", "--as", "mina", "--recovery-key-file", file, "--new-key-file", "new"]
      )
      #expect(replaced.status == .exited(77) && replaced.errorText.contains(reason), "\(replaced)")
      let removed = try await run(
        ["accounts", "remove", "mina", "--confirm", "mina", "--recovery-key-file", file]
      )
      #expect(removed.status == .exited(77) && removed.errorText.contains(reason), "\(removed)")
    }
    try await run(["sessions", "end", "--all"]).expect(exit: 0)
    let wrong = try await run(["login", "mina", "--recovery-key-file", "other"])
    #expect(wrong.status == .exited(6), "\(wrong)")
    #expect(wrong.errorText.contains("in the file other is not the recovery key of mina."))
    let absent = try await run(["login", "mina", "--recovery-key-file", "none"])
    #expect(absent.status == .exited(6), "\(absent)")
    #expect(absent.errorText.contains("there is no file none with its recovery key"), "\(absent)")
    try await run(["login", "mina", "--recovery-key-file", "key"]).expect(exit: 0)
  }
}
