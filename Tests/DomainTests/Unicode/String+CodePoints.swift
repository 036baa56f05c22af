extension String {
  /// The code points, since Swift compares canonically equivalent texts as equal.
  var codePoints: [String] {
    unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
  }
}
