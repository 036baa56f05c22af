import FoundationEssentials
import Glibc
public import MonikerDomain
import MonikerModel
import MonikerFiles

/// The records of an export, read line by line and checked on the way.
///
/// The failures are ``/MonikerDomain/StoreFailure/Reason/damaged`` with the number of the line,
/// ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)``, and those of reading the file.
public actor ExportContents: StoreContents {
  private static let batchSize = 1_000
  /// 16 MiB, far more than a line needs.
  private static let longestLine = 1 << 24

  private let location: String
  private let file: FileDescriptor
  private let decoder = JSONDecoder()
  private var lineNumber = 0
  private var checksum = Checksum()
  private var stage = ExportStage.beginning
  private var bytes: [UInt8] = []
  private var position = 0
  private let executor = BlockingExecutor()

  /// The thread that waits for the input.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Opens an export.
  ///
  /// - Parameter path: the file; nil for standard input.
  /// - Throws: ``/MonikerDomain/StoreFailure`` if the file cannot be opened.
  public init(path: String?) throws(StoreFailure) {
    location = path ?? "standard input"
    file =
      if let path {
        try FileDescriptor(opening: path, flags: O_RDONLY)
      } else {
        try FileDescriptor(duplicating: STDIN_FILENO, called: "standard input")
      }
  }

  /// See ``/MonikerDomain/StoreContents/next()``.
  public func next() throws(StoreFailure) -> [StoreRecord] {
    var records: [StoreRecord] = []
    while records.count < Self.batchSize, let line = try readLine() {
      lineNumber += 1
      if let record = try record(in: line) { records.append(record) }
    }
    if records.isEmpty, stage != .end {
      throw lineNumber == 0
        ? StoreFailure(.damaged, at: location, detail: "it is empty")
        : damaged("the export has no end: it is truncated, or still being written")
    }
    return records
  }

  /// The record in a line; nil for the first line, which has none.
  private func record(in line: ArraySlice<UInt8>) throws(StoreFailure) -> StoreRecord? {
    let row: ExportRow
    do {
      row = try decoder.decode(ExportRow.self, from: Data(line))
    } catch {
      throw damaged("it is not a line of an export")
    }
    if stage == .beginning { return try begin(row, line) }
    guard row.type != .moniker, stage != .end else { throw damaged("it is in the wrong order") }
    if row.type == .end {
      stage = .end
      guard row.lines == lineNumber - 1, try checksum.text(with: row) == row.checksum else {
        throw damaged("the lines before it were changed after the export")
      }
    }
    checksum.add(line)
    checksum.add([UInt8(ascii: "\n")])
    do throws(ExportRow.Defect) {
      return try row.record()
    } catch {
      throw damaged(error.detail)
    }
  }

  private func begin(
    _ row: ExportRow,
    _ line: ArraySlice<UInt8>
  ) throws(StoreFailure) -> StoreRecord? {
    guard row.type == .moniker, let version = row.version, version > 0 else {
      throw damaged("it is not the first line of an export")
    }
    guard version <= ExportRow.version else {
      throw StoreFailure(
        .newer(found: version, supported: ExportRow.version),
        at: location,
        detail:
          "its version is \(version), this program knows versions up to \(ExportRow.version)"
      )
    }
    stage = .records
    checksum.add(line)
    checksum.add([UInt8(ascii: "\n")])
    return nil
  }

  /// The next line without its line feed; nil after the last.
  private func readLine() throws(StoreFailure) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return bytes[position..<end]
      }
      searched = bytes.count
      guard bytes.count - position <= Self.longestLine else {
        lineNumber += 1
        throw damaged("it is too long for a line of an export")
      }
      bytes.removeSubrange(..<position)
      searched -= position
      position = 0
      let more = try file.read(atMost: 1 << 16)
      if more.isEmpty {
        guard !bytes.isEmpty else { return nil }
        lineNumber += 1
        throw damaged("it is truncated")
      }
      bytes += more
    }
  }

  private func damaged(_ detail: String) -> StoreFailure {
    StoreFailure(.damaged, at: location, detail: "line \(lineNumber): \(detail)")
  }
}

/// The part of an export that the reader has reached.
private enum ExportStage {
  case beginning, records, end
}
