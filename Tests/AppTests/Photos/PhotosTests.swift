import Foundation
import MonikerDoubles
import Testing

@Suite struct `The photos` {
  private func photos(
    _ sandbox: Sandbox,
    _ words: String...
  ) async throws -> Ending {
    try await sandbox.launch(["photos"] + words).run()
  }

  /// Runs `moniker photos …` with standard output at a terminal, and returns what it shows.
  private func shown(
    _ sandbox: Sandbox,
    _ words: String,
    variables: String
  ) async throws -> String {
    let command = "\(variables) '\(sandbox.program)' photos \(words)"
    let ending = try await sandbox.tool("script", "-qec", command, "/dev/null").expect(exit: 0)
    return ending.outputText.replacing("\r\n", with: "\n")
  }

  @Test func `are as many as --count says, with different IDs`() async throws {
    let sandbox = try Sandbox()
    for (words, count) in [([], 10), (["--count", "0"], 0), (["--count", "30"], 30)] {
      let ending = try await sandbox.launch(["photos"] + words).run().expect(exit: 0, errors: "")
      let lines = ending.outputText.split(separator: "\n").dropFirst(count > 0 ? 1 : 0)
      if count == 0 {
        #expect(ending.outputText == "There are no photos.\n")
      } else {
        #expect(Set(lines.map { $0.prefix(8) }).count == count, "\(ending)")
      }
    }
    for count in ["31", "-1", "x"] {
      let refused = try await photos(sandbox, "--count=\(count)").expect(exit: 64, output: "")
      #expect(refused.errorText.contains(count))
    }
    // Nothing is stored.
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `are a document with the page that is shown`() async throws {
    let sandbox = try Sandbox()
    for (page, expected) in [("1", 0), ("2", 1), ("3", 2), ("99", 2)] {
      let ending = try await photos(sandbox, "--count", "3", "--page", page, "--json")
      let document = try ending.expect(exit: 0).document()
      #expect(document["pages"] as? Int == 3)
      #expect(document["page"] as? Int == expected)
      let found = try #require(document["photos"] as? [[String: Any]])
      #expect(found.count == 3)
      #expect(found.allSatisfy { ($0["svg"] as? String)?.hasPrefix("<svg ") ?? false })
    }
    try await photos(sandbox, "--page", "0").expect(exit: 64, output: "")
  }

  @Test func `are always the same for an ID`() async throws {
    let sandbox = try Sandbox()
    let text = try await photos(sandbox, "show", "7k3f9mxa").expect(exit: 0).outputText
    #expect(text == "ID:     7k3f9mxa\nShows:  A pattern in azure\n")
    let svg = try await photos(sandbox, "save", "7k3f9mxa", "-").expect(exit: 0).outputText
    try await photos(sandbox, "save", "7k3f9mxa", "-", "--json").expect(exit: 64, output: "")
    #expect(svg.hasPrefix("<svg ") && svg.contains("<title>A pattern in azure</title>"))
    let document = try await photos(sandbox, "show", "7k3f9mxa", "--json").document()
    #expect(document["svg"] as? String == svg)
    for id in ["7K3F9MXA", "x", "../../etc/passwd", ""] {
      for words in [["show", id], ["save", id, "file"]] {
        try await sandbox.launch(["photos"] + words).run().expect(exit: 7, output: "")
      }
    }
  }

  @Test func `are saved in a file that is not there, or replace it on request`() async throws {
    let sandbox = try Sandbox()
    let path = sandbox.home.file("picture.svg")
    try await photos(sandbox, "save", "7k3f9mxa", path).expect(
      exit: 0,
      output: "The photo 7k3f9mxa is saved in \(path).\n"
    )
    let first = try Data(contentsOf: URL(filePath: path))
    try await photos(sandbox, "save", "00000000", path).expect(exit: 6, output: "")
    #expect(try Data(contentsOf: URL(filePath: path)) == first)
    let replaced = try await photos(sandbox, "save", "00000000", path, "--force", "--json")
    let kept = try #require(try replaced.expect(exit: 0).document()["kept"] as? String)
    #expect(try Data(contentsOf: URL(filePath: kept)) == first)
    #expect(try Data(contentsOf: URL(filePath: path)) != first)
    try await photos(sandbox, "save", "7k3f9mxa", "/nowhere/a.svg").expect(exit: 74, output: "")
  }

  @Test func `are painted at a terminal, above the page control`() async throws {
    let sandbox = try Sandbox()
    let colors = "TERM=xterm-256color COLORTERM="
    for (variables, mark) in [
      (colors + "truecolor", "\u{1B}[38;2;"), (colors, "\u{1B}[38;5;"),
    ] {
      let text = try await shown(sandbox, "--count 7 --page 2", variables: variables)
      #expect(text.contains(mark) && text.contains("▀"), "\(text)")
      #expect(text.contains("○ ● ○ ○ ○ ○ ○  2 of 7: "), "\(text)")
    }
    for variables in [colors + "truecolor NO_COLOR=1", "TERM=dumb", "TERM=vt100 COLORTERM="] {
      let text = try await shown(sandbox, "--count 2", variables: variables)
      #expect(!text.contains("\u{1B}") && text.contains("A pattern in"), "\(text)")
      #expect(text.contains("● ○  1 of 2: "), "\(text)")
    }
    let none = try await shown(sandbox, "--count 0", variables: colors)
    #expect(none == "There are no photos.\n")
    let one = try await shown(sandbox, "show 7k3f9mxa", variables: colors + "24bit")
    #expect(one.contains("▀") && one.hasSuffix("Shows:  A pattern in azure\n"), "\(one)")
  }
}
