/// The names of the types that a file declares and mentions.
struct TypeNames {
  /// Types at the top level that other files can use.
  private(set) var visible: Set<String> = []

  /// Types at any level, including nested and private ones.
  private(set) var declared: Set<String> = []

  /// Every capitalized name that no dot precedes, with the first line that has it.
  ///
  /// A name after a dot is a member of the type before the dot, which is counted.
  private(set) var mentioned: [String: Int] = [:]

  private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]

  init(of file: SourceFile) {
    let bytes = Array(file.code.utf8)
    var modifiers: Set<String> = []
    var keyword: (position: Int, isPrivate: Bool)?
    var (position, depth, line) = (0, 0, 1)
    while position < bytes.count {
      guard bytes[position].isPartOfName else {
        switch bytes[position] {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "\n"): line += 1
        default: break
        }
        position += 1
        continue
      }
      let end = bytes[position...].firstIndex { !$0.isPartOfName } ?? bytes.count
      let word = String(decoding: bytes[position..<end], as: UTF8.self)
      let isMember = bytes[..<position].endsInOneDot
      if word.first?.isUppercase == true, !isMember {
        if let keyword, bytes[keyword.position..<position].allSatisfy(\.isSpace) {
          declared.insert(word)
          if depth == 0, !keyword.isPrivate { visible.insert(word) }
        }
        mentioned[word] = mentioned[word] ?? line
      }
      let isKeyword = Self.keywords.contains(word) && !isMember
      keyword =
        isKeyword ? (end, !modifiers.isDisjoint(with: ["private", "fileprivate"])) : nil
      if Self.modifiers.contains(word) { modifiers.insert(word) } else { modifiers = [] }
      position = end
    }
  }
}

extension UInt8 {
  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") }
}

extension ArraySlice<UInt8> {
  /// One dot precedes a member; more are a range operator.
  fileprivate var endsInOneDot: Bool {
    let dots = reversed().drop(while: \.isSpace).prefix { $0 == UInt8(ascii: ".") }
    return dots.count == 1
  }
}
