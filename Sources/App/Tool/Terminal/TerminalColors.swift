import MonikerDomain
import MonikerPresentation

/// The colours that a terminal can show, beyond the sixteen of its own.
enum TerminalColors: Sendable {
  /// The 6 x 6 x 6 colours of xterm's palette.
  case palette
  /// All of sRGB.
  case all

  /// Reads what the terminal says of itself; nil if it can show neither.
  init?(_ variable: (String) throws(Problem) -> String?) {
    let (color, terminal) = (try? variable("COLORTERM"), try? variable("TERM"))
    if color == "truecolor" || color == "24bit" || terminal?.hasSuffix("-direct") ?? false {
      self = .all
    } else if terminal?.contains("256color") ?? false {
      self = .palette
    } else {
      return nil
    }
  }

  /// The parameters of "select graphic rendition" for a colour (ISO/IEC 8613-6).
  ///
  /// - Parameter layer: 38 for the text, 48 for its background.
  fileprivate func parameters(_ color: Drawing.Color, _ layer: Int) -> String {
    switch self {
    case .all:
      return "\(layer);2;\(color.red);\(color.green);\(color.blue)"
    case .palette:
      // The levels of each part in xterm's cube are 0, 95, 135, 175, 215 and 255.
      let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
      let number: Int = 16 + 36 * red + 6 * green + blue
      return "\(layer);5;\(number)"
    }
  }

  /// The nearest level of xterm's cube.
  private func level(_ part: UInt8) -> Int {
    if part < 48 { return 0 }
    if part < 115 { return 1 }
    return (Int(part) - 35) / 40
  }
}

extension Drawing {
  /// The drawing with a margin, as lines of blocks; a line has two rows, because a character is twice as
  /// high as wide.
  func blocks(_ colors: TerminalColors) -> [String] {
    let width = (rows.first?.count ?? 0) + 2
    let margin = [Bool](repeating: false, count: width)
    var all = [margin] + rows.map { [false] + $0 + [false] } + [margin]
    if !all.count.isMultiple(of: 2) { all.append(margin) }
    return stride(from: 0, to: all.count, by: 2).map { row in
      let blocks = zip(all[row], all[row + 1]).map { upper, lower in
        let (text, back) = (color(upper), color(lower))
        return "\u{1B}[\(colors.parameters(text, 38));\(colors.parameters(back, 48))m▀"
      }
      return blocks.joined() + "\u{1B}[0m"
    }
  }

  private func color(_ isSet: Bool) -> Color { isSet ? foreground : background }
}
