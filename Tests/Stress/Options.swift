/// The options of a command line, each in the form `--name value`.
struct Options {
  struct Missing: Error {
    let name: String
  }

  private var values: [String: String] = [:]

  init(_ words: [String]) {
    for place in stride(from: 0, to: words.count - 1, by: 2) {
      values[words[place]] = words[place + 1]
    }
  }

  func text(_ name: String) throws -> String {
    guard let value = values[name] else { throw Missing(name: name) }
    return value
  }

  func number(_ name: String) throws -> Int {
    guard let number = Int(try text(name)) else { throw Missing(name: name) }
    return number
  }

  func seed() throws -> UInt64 {
    guard let text = values["--seed"] else { return UInt64.random(in: 1..<1_000_000_000) }
    guard let seed = UInt64(text) else { throw Missing(name: "--seed") }
    return seed
  }
}
