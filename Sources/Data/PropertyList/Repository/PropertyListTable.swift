import MonikerDomain

/// A table in one string of a property list: a line a row, with a tab between its fields.
///
/// What is not known is empty. No field can hold a tab or a line feed.
///
/// There are far more events and ended sessions than anything else, and as dictionaries they would make
/// up most of the time that reading the file takes.
enum PropertyListTable {
  static func text(of rows: [[String]]) -> String {
    rows.map { $0.joined(separator: "\t") }.joined(separator: "\n")
  }

  /// The rows of a text, each made by `read`, which gives nil for what this program never writes.
  ///
  /// - Returns: nil if a row is damaged.
  static func rows<Row>(
    of text: String,
    fields count: Int,
    read: ([Substring]) -> Row?
  ) -> [Row]? {
    var rows: [Row] = []
    // By bytes: a combining mark would make one character of itself and the tab before it.
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
