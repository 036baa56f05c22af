extension String {
  /// The code points, since Swift takes canonically equivalent texts for equal.
  var codePoints: [String] {
    unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
  }
}
