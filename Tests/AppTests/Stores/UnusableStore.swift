import Foundation
import Testing

/// An object at the store's path that is no store this program can use.
struct UnusableStore: Sendable, CustomTestStringConvertible {
  let name: String
  let form: StoreForm
  let code: String
  /// Words that the message must contain.
  let words: [String]
  /// Creates the object; the folder exists.
  let make: @Sendable (Sandbox) async throws -> Void

  var testDescription: String { "\(form.kind): \(name)" }

  static let all = propertyLists + databases

  private static let propertyLists = [
    UnusableStore("garbage", .plistAtPath, bytes("certainly no store")),
    UnusableStore("an empty file", .plistAtPath, bytes("")),
    UnusableStore(
      "another program's property list",
      .plistAtPath,
      code: "storeForeign",
      words: ["another program"],
      root("<key>Volume</key><real>0.5</real>")
    ),
    UnusableStore(
      "a newer version",
      .plistAtPath,
      code: "storeNewer",
      words: ["99", "1"],
      root("<key>format</key><string>moniker</string><key>version</key><integer>99</integer>")
    ),
    UnusableStore("a store without its accounts", .plistAtPath) { sandbox in
      let make = root(
        "<key>format</key><string>moniker</string><key>version</key><integer>1</integer>"
      )
      try await make(sandbox)
    },
    UnusableStore("half a store", .plistAtPath) { try await half($0) },
  ]

  private static let databases = [
    UnusableStore(
      "garbage",
      .sqliteAtPath,
      bytes(String(repeating: "certainly no store ", count: 100))
    ),
    UnusableStore("an empty file", .sqliteAtPath, bytes("")),
    UnusableStore(
      "a property list",
      .sqliteAtPath,
      code: "storeForeign",
      words: ["it is a property list"],
      root("")
    ),
    UnusableStore(
      "another program's database",
      .sqliteAtPath,
      code: "storeForeign",
      words: ["another program"],
      sql("CREATE TABLE account (id); INSERT INTO account VALUES (1);")
    ),
    UnusableStore(
      "a database with another application's number",
      .sqliteAtPath,
      code: "storeForeign",
      words: ["0x1234"],
      sql("PRAGMA application_id = 0x1234; CREATE TABLE account (id);")
    ),
    UnusableStore("a newer version", .sqliteAtPath, code: "storeNewer", words: ["99", "1"]) {
      sandbox in
      try await sandbox.moniker("login", "gildong").expect(exit: 0)
      try await sql("PRAGMA user_version = 99;")(sandbox)
    },
    UnusableStore("half a store", .sqliteAtPath) { try await half($0) },
  ]

  private init(
    _ name: String,
    _ form: StoreForm,
    code: String = "storeDamaged",
    words: [String] = [],
    _ make: @escaping @Sendable (Sandbox) async throws -> Void
  ) {
    self.name = name
    self.form = form
    self.code = code
    self.words = words
    self.make = make
  }

  private static func bytes(_ text: String) -> @Sendable (Sandbox) async throws -> Void {
    { sandbox in try Data(text.utf8).write(to: URL(filePath: sandbox.file)) }
  }

  private static func root(_ content: String) -> @Sendable (Sandbox) async throws -> Void {
    bytes(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>\(content)</dict></plist>
      """
    )
  }

  private static func sql(_ script: String) -> @Sendable (Sandbox) async throws -> Void {
    { sandbox in try await sandbox.tool("sqlite3", sandbox.file, script).expect(exit: 0, errors: "")
    }
  }

  private static func half(_ sandbox: Sandbox) async throws {
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let whole = try #require(FileManager.default.contents(atPath: sandbox.file))
    let url = URL(filePath: sandbox.file)
    try whole.prefix(whole.count / 2).write(to: url)
    // The lock file that the sign-in left does not belong to the object.
    try? FileManager.default.removeItem(atPath: sandbox.file + ".lock")
  }
}
