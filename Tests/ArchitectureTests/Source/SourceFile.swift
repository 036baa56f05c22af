/// A Swift file, as the rules read it.
struct SourceFile {
  /// The path from the package's root, such as `Sources/Domain/Nicknames/Account.swift`.
  let path: String
  let text: String

  /// The text with spaces in place of comments and of string content; line numbers stay the same.
  let code: String

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    var blanker = CodeBlanker(text)
    code = blanker.blanked()
  }

  var layer: Layer? {
    Layer.allCases.first { path.hasPrefix($0.folder) }
  }

  var imports: [Import] {
    let pattern =
      #/
      ( (?: @\w+ (?: \([^)]*\) )? \s+
          | (?: public | package | internal | fileprivate | private ) \s+ )* )
      \b import \s+
      (?: (?: typealias | struct | class | enum | protocol | actor | let | var | func ) \s+ )?
      `? (\w+)
      /#
    return code.matches(of: pattern).map { match in
      Import(
        module: String(match.output.2),
        attributes: match.output.1.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        line: line(of: match.output.2.startIndex)
      )
    }
  }

  /// The lines of the code that contain one of the words as a whole word.
  func lines(with word: String) -> [Int] {
    code.ranges(of: word).filter { range in
      let before = code[..<range.lowerBound].last
      let after = code[range.upperBound...].first
      let startsAWord = word.first?.isPartOfName == true
      let endsAWord = word.last?.isPartOfName == true
      return !(startsAWord && before?.isPartOfName == true)
        && !(endsAWord && after?.isPartOfName == true)
    }.map { line(of: $0.lowerBound) }
  }

  private func line(of position: String.Index) -> Int {
    1 + code[..<position].count(where: \.isNewline)
  }
}

/// An import declaration, such as `@_spi(_Unicode) public import Swift`.
struct Import: Hashable {
  let module: String

  /// The text before `import`.
  let attributes: String

  let line: Int
}

extension Character {
  fileprivate var isPartOfName: Bool {
    isLetter || isNumber || self == "_"
  }
}
