import FoundationEssentials
public import MonikerDomain
import MonikerModel

/// Writes the records of a store as an export: one JSON object per line, as `ExportRow` defines.
public struct ExportText {
  private let encoder = ExportRow.encoder
  private var lineCount = 0
  private var checksum = Checksum()

  /// Makes the writer for one export.
  public init() {}

  /// The first line of an export, with its line feed.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/inputOutput`` if JSON cannot represent the
  ///   line, which no value of a store causes.
  public mutating func beginning() throws(StoreFailure) -> [UInt8] {
    var row = ExportRow(.moniker)
    row.version = ExportRow.version
    return try line(row)
  }

  /// The line for the next record, with its line feed; the line for the metadata ends the export.
  ///
  /// - Throws: as ``beginning()`` does.
  public mutating func line(for record: StoreRecord) throws(StoreFailure) -> [UInt8] {
    var row = ExportRow(record)
    if row.type == .end {
      row.lines = lineCount
      row.checksum = try checksum.text(with: row)
    }
    return try line(row)
  }

  private mutating func line(_ row: ExportRow) throws(StoreFailure) -> [UInt8] {
    let line = try row.encoded(by: encoder) + [UInt8(ascii: "\n")]
    lineCount += 1
    checksum.add(line)
    return line
  }
}
