/// A system call in the format of strace(1).
struct SystemCall: Sendable, CustomStringConvertible {
  let name: String

  /// The arguments as in the trace, split.
  let arguments: [[UInt8]]

  /// The result; nil if the call did not return because the process was killed.
  let result: Int?

  /// Whether strace answered the call instead of the kernel.
  let isInjected: Bool

  let description: String

  /// Parses a line of a trace; nil for a line that describes no call.
  init?(_ line: [UInt8]) {
    guard let opening = line.firstIndex(of: UInt8(ascii: "(")),
      let (arguments, end) = Self.arguments(of: line, from: opening + 1)
    else { return nil }
    let rest = String(decoding: line[end...], as: UTF8.self)
    guard let equals = rest.firstRange(of: "= ") else { return nil }
    name = String(decoding: line[..<opening], as: UTF8.self)
    self.arguments = arguments
    let answer = rest[equals.upperBound...]
    result = Int(answer.prefix { $0 == "-" || $0.isNumber })
    isInjected = answer.hasSuffix("(INJECTED)")
    description = String(decoding: line.prefix(300), as: UTF8.self)
  }

  /// Returns the arguments up to the closing parenthesis, and the index behind it.
  private static func arguments(of line: [UInt8], from start: Int) -> ([[UInt8]], end: Int)? {
    var arguments: [[UInt8]] = []
    var argument: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var place = start
    while place < line.count {
      let byte = line[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where isQuoted && place < line.count:
        argument += [byte, line[place]]
        place += 1
        continue
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0:
        return (arguments + [argument], place)
      case UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        arguments.append(argument)
        argument = []
        if place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
        continue
      default: break
      }
      argument.append(byte)
    }
    return nil
  }
}

extension SystemCall {
  /// An argument as a number.
  func number(_ position: Int) -> Int? {
    guard arguments.indices.contains(position) else { return nil }
    return Int(String(decoding: arguments[position], as: UTF8.self))
  }

  /// An argument as a descriptor: its number, and the path that strace adds.
  func descriptor(_ position: Int) -> (number: Int, path: String)? {
    guard arguments.indices.contains(position) else { return nil }
    let text = String(decoding: arguments[position], as: UTF8.self)
    guard let opening = text.firstIndex(of: "<"), text.hasSuffix(">"),
      let number = Int(text[..<opening])
    else { return nil }
    return (number, String(text[text.index(after: opening)...].dropLast()))
  }

  /// An argument as bytes or a path, without its quotation marks.
  func bytes(_ position: Int) -> [UInt8]? {
    guard arguments.indices.contains(position),
      arguments[position].first == UInt8(ascii: "\"")
    else { return nil }
    return Self.unescaped(arguments[position].dropFirst())
  }

  func path(_ position: Int) -> String? {
    bytes(position).map { String(decoding: $0, as: UTF8.self) }
  }

  func has(_ flag: String) -> Bool {
    arguments.contains { String(decoding: $0, as: UTF8.self).contains(flag) }
  }

  /// All paths in the arguments, including those of descriptors.
  var paths: [String] {
    arguments.indices.compactMap { position in
      guard let descriptor = descriptor(position) else { return path(position) }
      return descriptor.path
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "v"): 11,
    UInt8(ascii: "f"): 12, UInt8(ascii: "\""): 34, UInt8(ascii: "\\"): 92,
  ]

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(3).prefix { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
      if digits.isEmpty {
        guard let letter = rest.popFirst() else { break }
        bytes.append(escapes[letter] ?? letter)
      } else {
        bytes.append(digits.reduce(0) { $0 << 3 | ($1 - UInt8(ascii: "0")) })
        rest = rest.dropFirst(digits.count)
      }
    }
    return bytes
  }
}
