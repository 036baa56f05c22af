import Foundation
import MonikerData
import MonikerDomain

// Usage: StoreBenchmark FOLDER TURNS SESSIONS...
// Measures the stores with each number of sessions, in files that it makes in the folder, or finds there.

let arguments = CommandLine.arguments.dropFirst()
let counts = arguments.dropFirst(2).compactMap { Int($0) }.filter { $0 > 0 }
guard let folder = arguments.first, let turns = arguments.dropFirst().first.flatMap({ Int($0) }),
  turns > 0, !counts.isEmpty, counts.count == arguments.count - 2
else {
  FileHandle.standardError.write(Data("StoreBenchmark FOLDER TURNS SESSIONS...\n".utf8))
  exit(64)
}

Report.title("SQLite store", "sqlite3 in C")
for count in counts {
  let filling = Filling(sessionCount: count)
  let path = "\(folder)/\(count).sqlite"
  if !FileManager.default.fileExists(atPath: path) {
    try await filling.fill(SQLiteDraft(path: path))
  }
  let copies = [path + ".measured", path + ".measured.floor"]
  for copy in copies {
    // A log of a run that was broken off would be applied to the new copy.
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
  }
  let pairs = SQLitePairs(path: copies[0], filling, turns: turns)
  try await pairs.reads()
  try await pairs.writes()
  try await pairs.waiting()
}
