import Foundation
import MonikerDoubles
import Testing

@Suite struct `An export that fails` {
  @Test(arguments: ["link", "fsync"])
  func `leaves nothing`(call: String) async throws {
    let sandbox = try Sandbox(.sqlite)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let before = try sandbox.snapshot().entries.keys.sorted()
    let wrapper = [String].failing(call, with: "EIO")
    let target = sandbox.home.file("export")
    let export = try await sandbox.moniker("store", "export", target, through: wrapper)
    export.expect(exit: 74, output: "")
    #expect(try sandbox.snapshot().entries.keys.sorted() == before, "\(export)")
  }

  @Test(arguments: ["backup", "export"])
  func `does not replace what is no store`(command: String) async throws {
    let sandbox = try Sandbox(.sqlite)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let target = sandbox.home.file("notes")
    try "some notes".write(toFile: target, atomically: false, encoding: .utf8)
    let refused = try await sandbox.moniker("store", command, target)
    refused.expect(exit: 6, output: "")
    #expect(refused.errorText.contains("--force"), "\(refused)")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "some notes")
  }
}

@Suite struct `Simultaneous exports to one file` {
  @Test func `keep each file that they replace`() async throws {
    let sandbox = try Sandbox(.sqlite)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let target = sandbox.home.file("export")
    let count = 8
    for round in 1...2 {
      try await withThrowingTaskGroup { group in
        for _ in 0..<count {
          group.addTask {
            try await sandbox.moniker("store", "export", target, "--force").expect(exit: 0)
          }
        }
        try await group.waitForAll()
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
        .filter { $0.hasPrefix("export") }
      let inodes = try files.map { file in
        try FileManager.default.attributesOfItem(atPath: sandbox.home.file(file))[
          .systemFileNumber
        ] as? Int
      }
      #expect(Set(inodes).count == round * count, "\(files)")
    }
  }
}
