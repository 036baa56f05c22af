import MonikerDomain

/// A pattern of 8 x 8 cells whose right half mirrors its left half, in one of 256 colours.
///
/// The 32 cells on the left and the colour have all 40 bits of the mixed seed, so different seeds have
/// different patterns.
struct Pattern {
  private static let background = Drawing.Color(red: 0xF2, green: 0xF2, blue: 0xF2)

  private static let hues: [(name: String, red: Int, green: Int, blue: Int)] = [
    ("red", 0xC6, 0x28, 0x28), ("orange", 0xC7, 0x50, 0x00), ("brown", 0x8B, 0x5A, 0x2B),
    ("ochre", 0x9A, 0x74, 0x00), ("olive", 0x6F, 0x7A, 0x00), ("lime", 0x4E, 0x86, 0x00),
    ("green", 0x1F, 0x8A, 0x2E), ("jade", 0x00, 0x8A, 0x5C), ("teal", 0x00, 0x83, 0x8A),
    ("azure", 0x00, 0x78, 0xB4), ("blue", 0x1F, 0x57, 0xD6), ("indigo", 0x4A, 0x3F, 0xC9),
    ("violet", 0x7A, 0x36, 0xD2), ("purple", 0x9C, 0x27, 0xB0), ("magenta", 0xB8, 0x22, 0x8F),
    ("rose", 0xCC, 0x24, 0x63),
  ]

  private let cells: UInt32
  private let color: UInt8

  /// Creates the pattern of a seed.
  init(_ seed: PhotoSeed) {
    self.init(cells: UInt32(seed.mixed >> 8), color: UInt8(seed.mixed & 0xFF))
  }

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - cells: the cells of the left half, 4 bits a row from the top, the outermost first.
  ///   - color: the colour: 4 bits for the hue, then 2 for the darkness and 2 for the greyness.
  init(cells: UInt32, color: UInt8) {
    self.cells = cells
    self.color = color
  }

  /// The name of the hue.
  var colorName: String { Self.hues[Int(color >> 4)].name }

  /// The drawing.
  var drawing: Drawing {
    let rows = (0..<8).map { row in
      let half = (0..<4).map { column in cells >> UInt32(31 - 4 * row - column) & 1 == 1 }
      return half + half.reversed()
    }
    return Drawing(background: Self.background, foreground: foreground, rows: rows)
  }

  /// The hue with some grey, darkened.
  ///
  /// It has a contrast of at least 3 : 1 to the background (WCAG 2.2, success criterion 1.4.11), because
  /// each hue and the grey have.
  private var foreground: Drawing.Color {
    let hue = Self.hues[Int(color >> 4)]
    let darkness = Int(color >> 2 & 3)
    let greyness = Int(color & 3)
    let shade = { (part: Int) in
      UInt8((part * (8 - greyness) + 0x60 * greyness) * (16 - 2 * darkness) / 128)
    }
    return Drawing.Color(red: shade(hue.red), green: shade(hue.green), blue: shade(hue.blue))
  }
}
