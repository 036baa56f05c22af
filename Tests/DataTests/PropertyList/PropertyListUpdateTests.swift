import Foundation
import MonikerDomain
import Testing

@testable import MonikerData
@testable import MonikerFiles
@testable import MonikerPropertyList

@Suite struct PropertyListUpdateTests {
  private let folder: PropertyListFolder

  private struct Refusal: Error, Equatable {}

  init() throws {
    folder = try PropertyListFolder()
  }

  @Test
  func `An update reads the content of the file and returns its result`() async throws {
    let defaults = folder.defaults()
    #expect(try defaults.object(forKey: "a") == nil)
    try folder.write(propertyList("<dict><key>a</key><integer>1</integer></dict>"))
    let answer = try await defaults.updateFile { content in
      let before = content["a"]
      content["a"] = .integer(2)
      content["b"] = .string("new")
      return before
    }
    #expect(answer.get() == .integer(1))
    #expect(try folder.defaults().read() == ["a": .integer(2), "b": .string("new")])
    #expect(try defaults.integer(forKey: "a") == 2)
  }

  @Test
  func `An error that the body throws is rethrown and leaves the file unchanged`() async throws {
    try folder.write(propertyList("<dict/>"))
    let content = try folder.content()
    let answer: Result<Int, Refusal> = try await folder.defaults().updateFile {
      (content: inout [String: PropertyListValue]) throws(Refusal) -> Int in
      content["a"] = .integer(1)
      throw Refusal()
    }
    #expect(answer == .failure(Refusal()))
    #expect(try folder.content() == content)
  }

  @Test
  func `An update leaves pending changes to synchronize`() async throws {
    let defaults = folder.defaults()
    try defaults.set("pending", forKey: "a")
    try await defaults.updateFile { content in
      #expect(content.isEmpty)
      content["b"] = .integer(1)
    }.get()
    #expect(try defaults.read() == ["b": .integer(1)])
    #expect(try defaults.string(forKey: "a") == "pending")
    try defaults.synchronize()
    #expect(try defaults.read() == ["a": .string("pending"), "b": .integer(1)])
  }

  @Test
  func `Updates by many threads are serialized`() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        let defaults = folder.defaults()
        group.addTask { @concurrent in
          for _ in 0..<10 {
            try await defaults.updateFile { content in
              guard case .integer(let count) = content["count"] else {
                content["count"] = .integer(1)
                return
              }
              content["count"] = .integer(count + 1)
            }.get()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.defaults().integer(forKey: "count") == 80)
  }

  @Test
  func `The file is never seen partly written`() async throws {
    let long = String(repeating: "a", count: 100_000)
    try await withThrowingTaskGroup { group in
      for thread in 0..<2 {
        let defaults = folder.defaults()
        group.addTask { @concurrent in
          for round in 0..<40 {
            if thread == 0 {
              try await defaults.updateFile { $0["a"] = .string(round % 2 == 0 ? long : "") }.get()
            } else if let content = try defaults.read() {
              #expect([.string(long), .string("")].contains(content["a"]))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test
  func `A binary file becomes XML with its first change and keeps its values`() async throws {
    let bytes = try PropertyListSamples.binary(["a": 1, "b": 2.5] as [String: Any])
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file))
    #expect(try folder.defaults().read() == ["a": .integer(1), "b": .real(2.5)])
    #expect(try folder.content() == bytes)
    try await folder.defaults().updateFile { $0["c"] = .boolean(true) }.get()
    #expect(try folder.content().starts(with: "<?xml".utf8))
    #expect(
      try folder.defaults().read() == ["a": .integer(1), "b": .real(2.5), "c": .boolean(true)]
    )
  }

  @Test
  func `An update fails when the file is a folder or the lock is held`() async throws {
    do {
      let lock = try FileLock(beside: StoreFile(path: folder.file), wait: .zero)
      let failure = await #expect(throws: StoreFailure.self) {
        _ = try await folder.defaults(wait: .zero).updateFile { $0["a"] = .integer(1) }
      }
      #expect(failure?.reason == .busy)
      _ = consume lock
    }
    try FileManager.default.createDirectory(atPath: folder.file, withIntermediateDirectories: false)
    let failure = await #expect(throws: StoreFailure.self) {
      _ = try await folder.defaults().updateFile { $0["a"] = .integer(1) }
    }
    #expect(failure?.reason == .unreachable)
  }
}
