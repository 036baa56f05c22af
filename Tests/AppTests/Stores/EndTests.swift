import Foundation
import Testing

@Suite struct `A process that ends` {
  @Test func `leaves no log of the database, whichever thread releases the store last`()
    async throws
  {
    let sandbox = try Sandbox(.sqlite)
    let switches = (0..<6).map { ["switch", $0.isMultiple(of: 2) ? "mina" : "hong"] }
    for words in [["login", "mina"], ["login", "hong"], ["accounts", "list"]] + switches
      + [
        ["accounts", "add", "dan"], ["rename", "hana"], ["sessions", "end", "--this"], ["logout"],
      ]
    {
      try await sandbox.launch(words, through: [String].slowThreads).run().expect(exit: 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)
          == [(sandbox.file as NSString).lastPathComponent],
        "\(words)"
      )
    }
  }
}
