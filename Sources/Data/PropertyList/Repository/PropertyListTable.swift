import MonikerDomain

/// A table in one string of a property list: one line per row, with a tab between fields.
///
/// An unknown value is an empty field. No field can contain a tab or a line feed.
///
/// Events and ended sessions far outnumber everything else. As dictionaries they would take most of
/// the time of reading the file.
enum PropertyListTable {
  static func text(of rows: [[String]]) -> String {
    rows.map { $0.joined(separator: "\t") }.joined(separator: "\n")
  }

  /// The rows of a text.
  ///
  /// - Parameter read: makes a row from its fields; nil for fields that this program never writes.
  /// - Returns: nil if a row is damaged.
  static func rows<Row>(
    of text: String,
    fields count: Int,
    read: ([Substring]) -> Row?
  ) -> [Row]? {
    var rows: [Row] = []
    // Split bytes: as characters, a combining mark would merge with the tab before it.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == count, let row = read(fields.map { Substring($0) }) else { return nil }
      rows.append(row)
    }
    return rows
  }
}

extension Timestamp {
  var field: String { String(millisecondsSince1970) }

  init?(field: Substring) {
    guard let milliseconds = Int64(field), Self.range.contains(milliseconds) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }
}

extension Substring {
  var known: String? { isEmpty ? nil : String(self) }
}
