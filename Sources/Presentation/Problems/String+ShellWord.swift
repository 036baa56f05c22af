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
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
