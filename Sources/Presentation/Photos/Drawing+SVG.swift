public import MonikerDomain

extension Drawing {
  /// Returns the drawing as an SVG 1.1 document, which can also be part of an HTML page.
  ///
  /// The same drawing and title always give the same text. A cell has the size 1 x 1; the size on the
  /// page is for the page to choose.
  ///
  /// - Parameter title: what the drawing shows, for those who do not see it. It is escaped, and hidden
  ///   characters are replaced by their code points.
  public func svg(title: String) -> String {
    let width = rows.first?.count ?? 0
    let size = "width=\"\(width)\" height=\"\(rows.count)\""
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(rows.count)\" "
      + "role=\"img\" shape-rendering=\"crispEdges\"><title>\(title.visible.escaped)</title>"
      + "<rect \(size) fill=\"\(background.code)\"/>"
      + "<path fill=\"\(foreground.code)\" d=\"\(path)\"/></svg>"
  }

  /// The cells that are set: a rectangle for each run in a row.
  private var path: String {
    rows.enumerated().map { y, row in
      var runs = ""
      var start = 0
      while let x = row[start...].firstIndex(of: true) {
        start = row[x...].firstIndex(of: false) ?? row.endIndex
        runs += "M\(x) \(y)h\(start - x)v1h-\(start - x)z"
      }
      return runs
    }.joined()
  }
}

extension Drawing.Color {
  /// The colour as `#rrggbb`.
  fileprivate var code: String {
    "#" + [red, green, blue].map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
  }
}

extension String {
  /// The text as the content of an XML element (XML 1.0, section 2.4).
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
