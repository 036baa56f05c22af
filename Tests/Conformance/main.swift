import MonikerDomain

// The program that scripts/conformance compares: for each line of standard input, a text as
// hexadecimal code points, it prints a line with the forms of the text, each as code points or as
// "!" and the reason of refusal.

extension StringProtocol {
  /// The text with the code points in this line.
  fileprivate var fromCodePoints: String {
    var scalars = String.UnicodeScalarView()
    for code in split(separator: " ") {
      guard let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) else {
        fatalError("\(code) is no Unicode scalar")
      }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  fileprivate var codePoints: String {
    unicodeScalars.lazy.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}

private func form(_ make: () throws(NicknameRejection.Reason) -> String) -> String {
  do {
    return try make().codePoints
  } catch {
    switch error {
    case .empty: return "!empty"
    case .disallowed(let scalar): return "!\(scalar.rule)"
    case .unstable: return "!unstable"
    case .tooManyCharacters: return "!tooManyCharacters"
    case .tooManyBytes: return "!tooManyBytes"
    case .reserved: return "!reserved"
    }
  }
}

while let line = readLine() {
  let text = line.fromCodePoints
  let nickname = (try? NicknameProfile.enforce(text)).flatMap {
    try? Nickname($0, under: .unlimited)
  }
  print(
    NormalizationFormC.normalized(text).codePoints,
    NormalizationFormKC.normalized(text).codePoints,
    form { () throws(NicknameRejection.Reason) in try NicknameProfile.enforce(text) },
    form { () throws(NicknameRejection.Reason) in try NicknameProfile.comparisonForm(of: text) },
    nickname?.key.text.codePoints ?? "!",
    nickname?.skeleton.text.codePoints ?? "!",
    nickname?.shownSkeleton.text.codePoints ?? "!",
    separator: "\t"
  )
}
