import Foundation
import MonikerData
import MonikerDomain

// Usage: StoreBenchmark fill FILE SESSIONS
//        StoreBenchmark sqlite FOLDER TURNS SESSIONS...
//        StoreBenchmark morning FOLDER TURNS SESSIONS...
//        XDG_CONFIG_HOME=FOLDER StoreBenchmark plist FOLDER TURNS ACCOUNTS...
// Makes an SQLite store with that many sessions; or measures stores of those sizes, which it finds
// or makes in the folder.

func usage() -> Never {
  let text =
    "StoreBenchmark fill FILE SESSIONS, or StoreBenchmark sqlite|morning|plist FOLDER TURNS SIZES...\n"
  FileHandle.standardError.write(Data(text.utf8))
  exit(64)
}

/// Replaces a file by a copy of a store that is closed.
func replace(_ copy: String, by original: String) throws {
  // SQLite would apply the log of an interrupted run to the new copy.
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
  try FileManager.default.copyItem(atPath: original, toPath: copy)
}

/// Measures stores of some sizes as a service calls them, outside the main thread.
@concurrent func measureSQLite(in folder: String, turns: Int, _ sizes: [Int]) async throws {
  for count in sizes {
    let filling = Filling(sessionCount: count)
    let path = "\(folder)/\(count).sqlite"
    if !FileManager.default.fileExists(atPath: path) {
      try await filling.fill(SQLiteStagingStore(path: path))
    }
    let measured = path + ".measured"
    try replace(measured, by: path)
    try replace(measured + ".floor", by: path)
    let pairs = try SQLitePairs(path: measured, filling, turns: turns)
    Report.title("SQLite store", "sqlite3 in C")
    try await pairs.reads()
    try await pairs.writes()
    Report.title("SQLite store", "GRDB")
    try await pairs.readsBesideLibrary()
    Report.title("SQLite store", "one by one")
    try await pairs.waiting()
  }
}

/// Measures property lists of some sizes.
@concurrent func measurePropertyLists(
  in folder: String,
  turns: Int,
  _ sizes: [Int]
) async throws {
  // Without the variable, UserDefaults would write into the user's own files.
  guard getenv("XDG_CONFIG_HOME") != nil else { usage() }
  for count in sizes {
    let filling = Filling(accountCount: count)
    let path = "\(folder)/\(count).plist"
    try? FileManager.default.removeItem(atPath: path)
    try await filling.fill(PropertyListStagingStore(path: path))
    let pairs = try PropertyListPairs(path: path, filling, turns: turns)
    Report.title("property list", "UserDefaults", per: "accounts")
    try await pairs.measure()
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst(2).compactMap { Int($0) }.filter { $0 > 0 }
guard arguments.count > 2, numbers.count == arguments.count - 2 else { usage() }

switch (arguments[0], numbers.count) {
case ("fill", 1):
  try await Filling(sessionCount: numbers[0]).fill(SQLiteStagingStore(path: arguments[1]))
case ("sqlite", 2...):
  try await measureSQLite(in: arguments[1], turns: numbers[0], Array(numbers.dropFirst()))
case ("morning", 2...):
  for count in numbers.dropFirst() {
    try await Morning(sessionCount: count).measure(in: arguments[1], turns: numbers[0])
  }
case ("plist", 2...):
  try await measurePropertyLists(in: arguments[1], turns: numbers[0], Array(numbers.dropFirst()))
default:
  usage()
}
