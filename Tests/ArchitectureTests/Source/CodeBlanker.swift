/// Replaces comments and the content of strings by spaces, so that only code is searched.
///
/// Code inside an interpolation is code. Regular expression literals are not supported: use a
/// string instead of one that contains a quotation mark.
struct CodeBlanker {
  private enum Context {
    case code(parentheses: Int)
    case comment(depth: Int)
    case lineComment
    case string(hashes: Int, isMultiline: Bool)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var contexts: [Context] = [.code(parentheses: 0)]
  private var output: [UInt8] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func blanked() -> String {
    output.reserveCapacity(bytes.count)
    while position < bytes.count, let context = contexts.last {
      switch context {
      case .code(let parentheses): code(parentheses)
      case .comment(let depth): comment(depth)
      case .lineComment:
        if bytes[position] == UInt8(ascii: "\n") { contexts.removeLast() }
        blank(1)
      case .string(let hashes, let isMultiline): string(hashes, isMultiline)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func code(_ parentheses: Int) {
    if isNext("//") {
      contexts.append(.lineComment)
    } else if isNext("/*") {
      contexts.append(.comment(depth: 1))
      blank(2)
    } else if let opening = openingOfString() {
      contexts.append(.string(hashes: opening.hashes, isMultiline: opening.isMultiline))
      blank(opening.hashes + (opening.isMultiline ? 3 : 1))
    } else if isNext(")"), parentheses == 1, contexts.count > 1 {
      contexts.removeLast()
      blank(1)
    } else {
      let change = isNext("(") ? 1 : isNext(")") ? -1 : 0
      contexts[contexts.count - 1] = .code(parentheses: parentheses + change)
      keep()
    }
  }

  private mutating func comment(_ depth: Int) {
    if isNext("/*") {
      contexts[contexts.count - 1] = .comment(depth: depth + 1)
      blank(2)
    } else if isNext("*/") {
      contexts[contexts.count - 1] = .comment(depth: depth - 1)
      if depth == 1 { contexts.removeLast() }
      blank(2)
    } else {
      blank(1)
    }
  }

  private mutating func string(_ hashes: Int, _ isMultiline: Bool) {
    let fence = String(repeating: "#", count: hashes)
    let quotes = isMultiline ? "\"\"\"" : "\""
    if isNext("\\" + fence + "(") {
      contexts.append(.code(parentheses: 1))
      blank(hashes + 2)
    } else if isNext("\\" + fence) {
      blank(hashes + 2)
    } else if isNext(quotes + fence) {
      contexts.removeLast()
      blank(quotes.utf8.count + hashes)
    } else if isNext("\n"), !isMultiline {
      // A string cannot continue here: the quotation mark before was something else.
      contexts.removeLast()
    } else {
      blank(1)
    }
  }

  private func openingOfString() -> (hashes: Int, isMultiline: Bool)? {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes[(position + hashes)...].prefix(3)
    guard quotes.first == UInt8(ascii: "\"") else { return nil }
    let isFence = quotes.elementsEqual("\"\"\"".utf8)
    // `#"""#` is a string with a quotation mark: a raw multi-line string's delimiter is the last
    // token on its line.
    let isLast = bytes[quotes.endIndex...].first == UInt8(ascii: "\n")
    return (hashes, isFence && (hashes == 0 || isLast))
  }

  private func isNext(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private mutating func keep() {
    output.append(bytes[position])
    position += 1
  }

  private mutating func blank(_ count: Int) {
    for byte in bytes[position...].prefix(count) {
      output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
    position = min(position + count, bytes.count)
  }
}
