/// A small picture of coloured cells, drawn from a seed.
public struct Drawing: Hashable, Sendable {
  /// A colour of the sRGB colour space.
  public struct Color: Hashable, Sendable {
    /// The red part: 0 to 255.
    public let red: UInt8

    /// The green part: 0 to 255.
    public let green: UInt8

    /// The blue part: 0 to 255.
    public let blue: UInt8

    /// Creates the value.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The colour of the cells that are not set.
  public let background: Color

  /// The colour of the cells that are set.
  public let foreground: Color

  /// Whether each cell is set, row by row from the top; all rows are equally long.
  public let rows: [[Bool]]

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - background: the colour of the cells that are not set.
  ///   - foreground: the colour of the cells that are set.
  ///   - rows: see ``rows``.
  public init(background: Color, foreground: Color, rows: [[Bool]]) {
    precondition(rows.allSatisfy { $0.count == rows[0].count }, "all rows are equally long")
    self.background = background
    self.foreground = foreground
    self.rows = rows
  }
}
