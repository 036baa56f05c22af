import MonikerPresentation
import MonikerDomain

extension String {
  /// The text quoted for a shell as the last argument of a command, which does not read it as an
  /// option: `--` precedes a text that begins with a hyphen.
  var shellWord: String {
    utf8.first == UInt8(ascii: "-") ? "-- " + shellQuoted : shellQuoted
  }

  /// The text quoted for a shell as an argument or a part of one.
  var shellQuoted: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "._-/:".unicodeScalars.contains(scalar)
    }
    if isPlain, !isEmpty { return self }
    guard unicodeScalars.contains(where: \.isHidden) else {
      return "'" + replacing("'", with: #"'\''"#) + "'"
    }
    return "$'" + unicodeScalars.map(\.shellEscaped).joined() + "'"
  }
}

extension Unicode.Scalar {
  /// The scalar as written between `$'` and `'`, the quotation for escapes in bash, zsh and POSIX
  /// since 2024.
  fileprivate var shellEscaped: String {
    if self == "'" || self == "\\" { return "\\\(self)" }
    guard isHidden else { return String(self) }
    // Bytes in octal: shells support escapes of code points in some locales only.
    return UTF8.encode(self)?.map { "\\" + String(512 + Int($0), radix: 8).dropFirst() }.joined()
      ?? ""
  }
}
