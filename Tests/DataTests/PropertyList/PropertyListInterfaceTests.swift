import Foundation
import Glibc
import MonikerDomain
import Testing

@testable import MonikerPropertyList

/// The conveniences of `PropertyListDefaults`: literals, all types, URLs, removing all keys, changes in
/// one step, and the sequence of contents.
@Suite struct PropertyListInterfaceTests {
  private let folder: PropertyListFolder

  init() throws {
    folder = try PropertyListFolder()
  }

  @Test func `Literals of every kind are values`() throws {
    let defaults = folder.defaults()
    try defaults.set(["volume": 5, "names": ["mina", "b"], "muted": false], forKey: "settings")
    try defaults.set([1, 2], forKey: "numbers")
    try defaults.set(["a", "b"], forKey: "texts")
    try defaults.set([1, "two", 3.5, true], forKey: "mixed")
    try defaults.set("text", forKey: "text")
    try defaults.set(7, forKey: "integer")
    try defaults.set(0.5, forKey: "real")
    try defaults.set(true, forKey: "flag")
    try defaults.set(nil, forKey: "nothing")
    let expected: [String: PropertyListValue] = [
      "settings": .dictionary([
        "volume": .integer(5), "names": .array([.string("mina"), .string("b")]),
        "muted": .boolean(false),
      ]),
      "numbers": .array([.integer(1), .integer(2)]),
      "texts": .array([.string("a"), .string("b")]),
      "mixed": .array([.integer(1), .string("two"), .real(3.5), .boolean(true)]),
      "text": .string("text"), "integer": .integer(7), "real": .real(0.5), "flag": .boolean(true),
    ]
    #expect(try defaults.dictionaryRepresentation() == expected)
    try defaults.synchronize()
    #expect(try folder.defaults().dictionaryRepresentation() == expected)
    #expect(["a": 1, "b": 2] as PropertyListValue == .dictionary(["a": 1, "b": 2]))
  }

  @Test func `Integers of every type keep their value`() throws {
    func check<Number: FixedWidthInteger & PropertyListRepresentable>(_: Number.Type) throws {
      let defaults = folder.defaults()
      for number in [Number.min, 0, 1, Number.max] {
        try defaults.set(number, forKey: "number")
        try defaults.synchronize()
        #expect(try folder.defaults().string(forKey: "number") == String(number))
        #expect(try folder.defaults().integer(forKey: "number") == Int(clamping: number))
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
  }

  @Test func `An optional value is set, or removes the key`() throws {
    let defaults = folder.defaults()
    var name: String? = "mina"
    var count: Int? = 3
    try defaults.set(name, forKey: "name")
    try defaults.set(count, forKey: "count")
    #expect(try defaults.string(forKey: "name") == "mina")
    #expect(try defaults.integer(forKey: "count") == 3)
    (name, count) = (nil, nil)
    try defaults.set(name, forKey: "name")
    try defaults.set(count, forKey: "count")
    #expect(try defaults.dictionaryRepresentation().isEmpty)
  }

  @Test(arguments: [
    ("file:///hello/world", "/hello/world"), ("file:///with%20space/%ED%95%9C", "/with space/한"),
    ("file:///folder/", "/folder/"), ("https://example.com/a?b=c", "https://example.com/a?b=c"),
    ("mailto:mina@example.com", "mailto:mina@example.com"),
  ])
  func `A URL is kept as the path of a file or as its text`(url: String, text: String) throws {
    let url = try #require(URL(string: url))
    let defaults = folder.defaults()
    try defaults.set(url, forKey: "url")
    try defaults.synchronize()
    #expect(try folder.defaults().string(forKey: "url") == text)
    #expect(try folder.defaults().url(forKey: "url") == url)
  }

  @Test func `What is no URL is read as none, and a relative path from the working folder`() throws
  {
    let defaults = folder.defaults()
    for value in ["", 5, true, ["a"]] as [PropertyListValue] {
      try defaults.set(value, forKey: "url")
      #expect(try defaults.url(forKey: "url") == nil)
    }
    #expect(try defaults.url(forKey: "missing") == nil)
    try defaults.set("a/b c", forKey: "url")
    #expect(try defaults.url(forKey: "url") == URL(filePath: "a/b c"))
  }

  @Test func `Removing all keys removes those that others set meanwhile, and keeps later ones`()
    throws
  {
    let (first, second) = (folder.defaults(), folder.defaults())
    first.register(defaults: ["a": "registered"])
    try first.set(1, forKey: "a")
    try first.synchronize()
    first.removeAll()
    try first.set(2, forKey: "b")
    try second.set(3, forKey: "c")
    try second.synchronize()
    #expect(try first.string(forKey: "a") == "registered")
    #expect(try first.dictionaryRepresentation() == ["a": "registered", "b": 2])
    try first.synchronize()
    #expect(try folder.defaults().dictionaryRepresentation() == ["b": 2])
    // It is done once: what comes later stays.
    try second.set(4, forKey: "d")
    try second.synchronize()
    try first.set(5, forKey: "e")
    try first.synchronize()
    #expect(try folder.defaults().dictionaryRepresentation() == ["b": 2, "d": 4, "e": 5])
  }

  @Test func `All keys are removed without reading a file that is damaged, and nothing is written`()
    throws
  {
    try folder.write("<plist><dict>")
    let defaults = folder.defaults()
    defaults.removeAll()
    #expect(try defaults.dictionaryRepresentation().isEmpty)
    let failure = storeFailure { () throws(StoreFailure) in try defaults.synchronize() }
    #expect(failure?.reason == .damaged)
    #expect(try folder.content() == Array("<plist><dict>".utf8))
  }

  @Test func `Eight threads that count in one step lose no count`() throws {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let defaults = folder.defaults()
      for _ in 0..<25 {
        #expect(throws: Never.self) {
          try defaults.update { content in
            let count = if case .integer(let count)? = content["count"] { count } else { Int64(0) }
            content["count"] = .integer(count + 1)
          }
        }
      }
    }
    #expect(try folder.defaults().integer(forKey: "count") == 200)
  }

  @Test func `A step returns its result and leaves pending changes alone`() throws {
    let defaults = folder.defaults()
    try defaults.set("pending", forKey: "a")
    let count = try defaults.update { content in
      content["b"] = 1
      return content.count
    }
    #expect(count == 1)
    #expect(try folder.defaults().dictionaryRepresentation() == ["b": 1])
    #expect(try defaults.dictionaryRepresentation() == ["a": "pending", "b": 1])
  }

  @Test func `The contents follow what any object writes, and end with their task`() async throws {
    let (started, start) = AsyncStream.makeStream(of: [String: PropertyListValue].self)
    let reading = Task {
      var seen: [[String: PropertyListValue]] = []
      for try await content in folder.defaults().contents() {
        seen.append(content)
        start.yield(content)
      }
      start.finish()
      return seen
    }
    var contents = started.makeAsyncIterator()
    #expect(await contents.next() == [:])
    let writer = folder.defaults()
    try writer.set(1, forKey: "a")
    try writer.synchronize()
    #expect(await contents.next() == ["a": 1])
    // Without a change there is nothing to tell.
    try writer.set(1, forKey: "a")
    try writer.synchronize()
    #expect(unlink(folder.file) == 0)
    #expect(await contents.next() == [:])
    reading.cancel()
    #expect(try await reading.value == [[:], ["a": 1], [:]])
  }

  @Test func `The contents fail for a file that stays damaged`() async throws {
    try folder.write("garbage")
    var contents = folder.defaults().contents().makeAsyncIterator()
    let error = await #expect(throws: StoreFailure.self) { _ = try await contents.next() }
    #expect(error?.reason == .damaged)
    #expect(try await contents.next() == nil)
  }
}
