import FoundationEssentials
public import MonikerDomain

/// Writes what a store holds as an export: a text of JSON objects, one a line, as `ExportRow` has them.
public struct ExportText {
  private let encoder = ExportRow.encoder
  private var lineCount = 0
  private var checksum = Checksum()

  /// Makes the writer of one export.
  public init() {}

  /// The line that an export begins with, with its end.
  ///
  /// - Throws: where the value has no form in JSON, which none of a store's lacks.
  public mutating func beginning() throws(StoreFailure) -> [UInt8] {
    var row = ExportRow(.moniker)
    row.version = ExportRow.version
    return try line(row)
  }

  /// The line of the next record, with its end; that of the metadata ends the export.
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
