extension String {
  /// The text as a shell takes it for one argument, and no command for an option.
  var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "._-".unicodeScalars.contains(scalar)
    }
    let word = isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    return utf8.first == UInt8(ascii: "-") ? "-- " + word : word
  }
}
