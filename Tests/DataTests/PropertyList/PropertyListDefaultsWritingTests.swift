import Foundation
import Glibc
import MonikerDomain
import Testing

@testable import MonikerData
@testable import MonikerFiles
@testable import MonikerPropertyList

@Suite struct PropertyListDefaultsWritingTests {
  private let folder: PropertyListFolder

  init() throws {
    folder = try PropertyListFolder()
  }

  @Test
  func `Values are in the file after synchronizing, and not before`() throws {
    let defaults = folder.defaults()
    try defaults.set("text", forKey: "string")
    try defaults.set(1, forKey: "integer")
    try defaults.set(1.0, forKey: "double")
    try defaults.set(Float(0.5), forKey: "float")
    try defaults.set(true, forKey: "bool")
    #expect(try defaults.read() == nil)
    #expect(try folder.names() == [])
    try defaults.synchronize()
    #expect(
      try folder.defaults().read() == [
        "string": .string("text"), "integer": .integer(1), "double": .real(1),
        "float": .real(0.5), "bool": .boolean(true),
      ]
    )
    try defaults.set(nil, forKey: "string")
    defaults.removeObject(forKey: "integer")
    #expect(try defaults.string(forKey: "string") == nil)
    try defaults.synchronize()
    #expect(
      try folder.defaults().dictionaryRepresentation().keys.sorted() == ["bool", "double", "float"]
    )
  }

  @Test
  func `Two objects keep each other's keys`() throws {
    let (first, second) = (folder.defaults(), folder.defaults())
    #expect(try first.object(forKey: "a") == nil)
    #expect(try second.object(forKey: "a") == nil)
    try first.set("first", forKey: "a")
    try first.set("first", forKey: "both")
    try second.set("second", forKey: "b")
    try second.set("second", forKey: "both")
    try first.synchronize()
    #expect(try second.string(forKey: "a") == nil)
    try second.synchronize()
    #expect(try second.string(forKey: "a") == "first")
    #expect(try first.string(forKey: "both") == "first")
    try first.synchronize()
    let expected: [String: PropertyListValue] = [
      "a": .string("first"), "b": .string("second"), "both": .string("second"),
    ]
    #expect(try first.dictionaryRepresentation() == expected)
    #expect(try second.dictionaryRepresentation() == expected)
  }

  @Test
  func `Eight threads that set 25 keys each lose no key`() throws {
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let defaults = folder.defaults()
      for key in 0..<25 {
        #expect(throws: Never.self) {
          try defaults.set(key, forKey: "\(thread)-\(key)")
          try defaults.synchronize()
        }
      }
    }
    var expected: [String: PropertyListValue] = [:]
    for thread in 0..<8 {
      for key in 0..<25 { expected["\(thread)-\(key)"] = .integer(Int64(key)) }
    }
    #expect(try folder.defaults().read() == expected)
  }

  @Test
  func `One object may be used by many threads`() async throws {
    let defaults = folder.defaults()
    try await withThrowingTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { @concurrent in
          for key in 0..<10 {
            try defaults.set(key, forKey: "\(thread)-\(key)")
            try defaults.synchronize()
            try await defaults.updateFile {
              $0["count"] = .integer(($0["count"]?.count ?? 0) + 1)
            }.get()
            let found = try? defaults.object(forKey: "\(thread)-\(key)")
            #expect(found == .integer(Int64(key)))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.defaults().read()?.count == 41)
    #expect(try folder.defaults().integer(forKey: "count") == 40)
  }

  @Test
  func `Values of other programs in the file stay unchanged`() throws {
    let text = "<dict><key>a</key><real>2</real><key>b</key><integer>2</integer><key>e\u{301}</key>"
    let more = "<string>e\u{301}</string><key>c</key><true/><key>d</key>"
    let date =
      "<date>2001-01-01T00:00:00Z</date><key>f</key><integer>18446744073709551615</integer>"
    try folder.write(propertyList(text + more + date + "</dict>"))
    var expected = try #require(try folder.defaults().read())
    let defaults = folder.defaults()
    try defaults.set("new", forKey: "new")
    try defaults.synchronize()
    expected["new"] = .string("new")
    let found = try #require(try folder.defaults().read())
    #expect(found == expected)
    #expect(found.keys.contains { Array($0.unicodeScalars) == ["e", "\u{301}"] })
  }

  @Test
  func `A string in another Unicode form is a change`() throws {
    for text in ["\u{E9}", "e\u{301}"] {
      let defaults = folder.defaults()
      try defaults.set(text, forKey: "a")
      try defaults.synchronize()
      // Swift compares canonically equivalent strings as equal.
      #expect(try folder.defaults().string(forKey: "a").map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test
  func `Only a change is written`() async throws {
    let text = propertyList(
      "<dict><key>a</key><integer>1</integer><key>n</key><real>nan</real></dict>"
    )
    try folder.write(text)
    let defaults = folder.defaults()
    try defaults.set(1, forKey: "a")
    try defaults.set(-Double.nan, forKey: "n")
    defaults.removeObject(forKey: "b")
    try defaults.synchronize()
    try await defaults.updateFile { $0["a"] = .integer(1) }.get()
    #expect(try folder.content() == Array(text.utf8))
  }

  @Test
  func `After synchronizing, a date has the precision of the file`() throws {
    let defaults = folder.defaults()
    try defaults.set(Date(timeIntervalSince1970: 1.75), forKey: "a")
    #expect(try defaults.date(forKey: "a") == Date(timeIntervalSince1970: 1.75))
    try defaults.synchronize()
    #expect(try defaults.date(forKey: "a") == Date(timeIntervalSince1970: 1))
  }

  @Test
  func `A failed write keeps the changes for the next write`() throws {
    try FileManager.default.createDirectory(atPath: folder.file, withIntermediateDirectories: false)
    let defaults = folder.defaults()
    try defaults.set(1, forKey: "a")
    let failure = storeFailure { () throws(StoreFailure) in try defaults.synchronize() }
    #expect(failure?.reason == .unreachable)
    #expect(try defaults.integer(forKey: "a") == 1)
    try FileManager.default.removeItem(atPath: folder.file)
    try defaults.synchronize()
    #expect(try folder.defaults().read() == ["a": .integer(1)])
  }

  @Test(
    arguments: [
      .string("a\u{1}b"), .array([.integer(1), .string("\0")]),
      .dictionary(["k": .string("\u{8}")]),
      .dictionary(["\u{B}": .integer(1)]), .array([.dictionary(["k\u{FFFE}": .array([])])]),
      .date(.distantFuture.addingTimeInterval(1e12)),
      (0..<128).reduce(PropertyListValue.array([])) { value, _ in .array([value]) },
    ] as [PropertyListValue]
  )
  func `A value that no file can hold is refused by its key, and other keys are written`(
    value: PropertyListValue
  ) throws {
    let defaults = folder.defaults()
    try defaults.set("stays", forKey: "b")
    try defaults.set("good", forKey: "a")
    let failure = storeFailure { () throws(StoreFailure) in try defaults.set(value, forKey: "b") }
    #expect(failure?.reason == .inputOutput)
    #expect(failure?.location == folder.file)
    #expect(failure?.detail.hasPrefix("cannot write it: the value of \"b") ?? false)
    #expect(try defaults.string(forKey: "b") == "stays")
    try defaults.synchronize()
    #expect(try folder.defaults().read() == ["a": .string("good"), "b": .string("stays")])
  }

  @Test
  func `Every setter refuses what no file can hold, in the value and in the key`() throws {
    let defaults = folder.defaults()
    let (bad, value) = ("\u{1}", PropertyListValue.string("\u{1}"))
    #expect(throws: StoreFailure.self) { try defaults.set(bad, forKey: "a") }
    #expect(throws: StoreFailure.self) { try defaults.set([bad], forKey: "a") }
    #expect(throws: StoreFailure.self) { try defaults.set([value], forKey: "a") }
    #expect(throws: StoreFailure.self) { try defaults.set(["k": value], forKey: "a") }
    #expect(throws: StoreFailure.self) { try defaults.set([bad: .integer(1)], forKey: "a") }
    #expect(throws: StoreFailure.self) {
      try defaults.set(Date(timeIntervalSince1970: 1e15), forKey: "a")
    }
    #expect(throws: StoreFailure.self) { try defaults.set("", forKey: bad) }
    #expect(throws: StoreFailure.self) { try defaults.set(1, forKey: bad) }
    #expect(throws: StoreFailure.self) { try defaults.set(1.5, forKey: bad) }
    #expect(throws: StoreFailure.self) { try defaults.set(Float(1), forKey: bad) }
    #expect(throws: StoreFailure.self) { try defaults.set(true, forKey: bad) }
    #expect(throws: StoreFailure.self) { try defaults.set(Data(), forKey: bad) }
    defaults.removeObject(forKey: bad)
    try defaults.set(nil, forKey: bad)
    try defaults.synchronize()
    #expect(try folder.defaults().read() == nil)
  }

  @Test
  func `A character is accepted if XML can hold it, and is then read back`() throws {
    let defaults = folder.defaults()
    var expected: [String: PropertyListValue] = [:]
    for number in Array(0...0xA0) + Array(0xD7F0...0x1_0010) + [0x1_FFFF, 0x10_FFFF] {
      guard let scalar = Unicode.Scalar(UInt32(number)) else { continue }
      // Production 2 of XML 1.0.
      let isAllowed = [9, 10, 13].contains(number) || (number >= 0x20 && number >> 1 != 0x7FFF)
      let failure = storeFailure { () throws(StoreFailure) in
        try defaults.set(String(scalar), forKey: "\(number)")
      }
      #expect((failure == nil) == isAllowed, "U+\(String(number, radix: 16))")
      if isAllowed { expected["\(number)"] = .string(String(scalar)) }
    }
    try defaults.synchronize()
    #expect(try folder.defaults().read() == expected)
  }

  @Test
  func `A wait for the lock that times out is an error, and keeps the changes`() throws {
    let defaults = folder.defaults(wait: .zero)
    try defaults.set(1, forKey: "a")
    do {
      let lock = try FileLock(beside: StoreFile(path: folder.file), wait: .zero)
      let failure = withExtendedLifetime(lock) {
        storeFailure { () throws(StoreFailure) in try defaults.synchronize() }
      }
      #expect(failure?.reason == .busy)
    }
    try defaults.synchronize()
    #expect(try folder.defaults().read() == ["a": .integer(1)])
  }

  @Test
  func `A link without a target is an error, not an endless search`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link",
      withDestinationPath: folder.path + "/nowhere"
    )
    let defaults = PropertyListDefaults(path: folder.path + "/link/below/values.plist")
    try defaults.set(1, forKey: "a")
    let failure = storeFailure { () throws(StoreFailure) in try defaults.synchronize() }
    #expect(failure?.reason == .unreachable)
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o644, 0o604, 0o660, 0o664, 0o666, 0o700])
  func `A replaced file keeps its permissions and its group`(mode: mode_t) throws {
    try folder.write(propertyList("<dict/>"))
    // Only root may choose a group that it is not a member of.
    let group = geteuid() == 0 ? 54_321 : getegid()
    try #require(chown(folder.file, .max, group) == 0 && chmod(folder.file, mode) == 0)
    let defaults = folder.defaults()
    try defaults.set(1, forKey: "a")
    try defaults.synchronize()
    var status = stat()
    try #require(stat(folder.file, &status) == 0)
    #expect(status.st_mode & 0o7777 == mode)
    #expect(status.st_gid == group)
  }

  @Test
  func `Below a missing folder nothing is made, and the failure names that folder`() throws {
    let defaults = PropertyListDefaults(path: folder.path + "/no/such/folder/values.plist")
    try defaults.set(1, forKey: "a")
    let failure = storeFailure { () throws(StoreFailure) in try defaults.synchronize() }
    #expect(failure?.reason == .unreachable)
    #expect(failure?.detail == "there is no folder \(folder.path)/no")
    #expect(try folder.names() == [])
  }

  @Test
  func `Only the owner can read the file and its folder under any umask`() async {
    // The umask belongs to the whole process, so the test starts its own.
    await #expect(processExitsWith: .success) {
      let folder = try PropertyListFolder()
      for mask in [mode_t(0), 0o277, 0o777] {
        umask(mask)
        let path = "\(folder.path)/\(mask)/values.plist"
        let defaults = PropertyListDefaults(path: path)
        try defaults.set(1, forKey: "a")
        try defaults.synchronize()
        #expect(try PropertyListFolder.mode(of: path) == 0o600)
        #expect(try PropertyListFolder.mode(of: path + ".lock") == 0o600)
        #expect(try PropertyListFolder.mode(of: "\(folder.path)/\(mask)") == 0o700)
      }
    }
  }
}

extension PropertyListValue {
  fileprivate var count: Int64 {
    if case .integer(let count) = self { count } else { 0 }
  }
}
