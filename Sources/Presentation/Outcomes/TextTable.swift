/// A table in text, with two spaces between its columns.
enum TextTable {
  /// Returns the lines of a table.
  ///
  /// - Parameter rows: the cells of each line, as many as in the first one. The last column is not
  ///   padded: the width of a nickname on a terminal cannot be determined.
  static func text(_ rows: [[String]]) -> String {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).dropLast().map { $0.padded(to: $1) + "  " }.joined() + (row.last ?? "")
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: width - count)
  }
}
