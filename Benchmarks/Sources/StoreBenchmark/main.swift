import Foundation
import MonikerData
import MonikerDomain

// Usage: StoreBenchmark fill FILE SESSIONS
//        StoreBenchmark measure FOLDER TURNS SESSIONS...
// Makes an SQLite store of that many sessions; or measures stores of those sizes, which it makes in
// the folder, or finds there.

func usage() -> Never {
  let text =
    "StoreBenchmark fill FILE SESSIONS, or StoreBenchmark measure FOLDER TURNS SESSIONS...\n"
  FileHandle.standardError.write(Data(text.utf8))
  exit(64)
}

/// Copies a store that nobody has open to the place of any other.
func replace(_ copy: String, by original: String) throws {
  // A log of a run that was broken off would be applied to the new copy.
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
  try FileManager.default.copyItem(atPath: original, toPath: copy)
}

/// Measures stores of some sizes, as a service would call them: not on the main thread.
@concurrent func measure(in folder: String, turns: Int, _ sizes: [Int]) async throws {
  for count in sizes {
    let filling = Filling(sessionCount: count)
    let path = "\(folder)/\(count).sqlite"
    if !FileManager.default.fileExists(atPath: path) {
      try await filling.fill(SQLiteDraft(path: path))
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

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst(2).compactMap { Int($0) }.filter { $0 > 0 }
guard arguments.count > 2, numbers.count == arguments.count - 2 else { usage() }

switch (arguments[0], numbers.count) {
case ("fill", 1):
  try await Filling(sessionCount: numbers[0]).fill(SQLiteDraft(path: arguments[1]))
case ("measure", 2...):
  try await measure(in: arguments[1], turns: numbers[0], Array(numbers.dropFirst()))
default:
  usage()
}
