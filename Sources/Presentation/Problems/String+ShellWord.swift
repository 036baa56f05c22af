extension String {
  /// The text as a shell takes it for one argument that stands by itself, at the end: no command
  /// takes it for an option.
  var shellWord: String {
    utf8.first == UInt8(ascii: "-") ? "-- " + shellQuoted : shellQuoted
  }

  /// The text as a shell takes it for a part of an argument.
  var shellQuoted: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "._-".unicodeScalars.contains(scalar)
    }
    if isPlain, !isEmpty { return self }
    guard unicodeScalars.contains(where: \.isHidden) else {
      return "'" + replacing("'", with: #"'\''"#) + "'"
    }
    return "$'" + unicodeScalars.map(\.shellEscaped).joined() + "'"
  }
}

extension Unicode.Scalar {
  /// The scalar between `$'` and `'`, by which bash, zsh and POSIX since 2024 take what is not seen.
  fileprivate var shellEscaped: String {
    if self == "'" || self == "\\" { return "\\\(self)" }
    guard isHidden else { return String(self) }
    // Bytes in octal: a shell knows the numbers of code points in some locales only.
    return UTF8.encode(self)?.map { "\\" + String(512 + Int($0), radix: 8).dropFirst() }.joined()
      ?? ""
  }
}
