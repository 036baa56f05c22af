/// The number of cases with each finding.
struct DamageCount: CustomStringConvertible {
  private(set) var cases = 0
  private var worst: [Finding: Int] = [:]
  /// The violations by what they are about, with the first cases.
  private var kinds: [String: (count: Int, examples: [String])] = [:]

  /// Counts the notes of a worker.
  mutating func add(_ notes: String, of all: [DamageCase]) {
    for line in notes.split(separator: "\n") {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard words.first == "gave", let number = Int(words[1]) else { continue }
      cases += 1
      var overall = Finding.right
      for place in stride(from: 2, to: words.count - 1, by: 2) {
        guard let finding = Finding(rawValue: String(words[place])) else { continue }
        overall = overall.worse(finding)
        if finding.isViolation { add(finding, String(words[place + 1]), all[number]) }
      }
      worst[overall, default: 0] += 1
    }
  }

  private mutating func add(_ finding: Finding, _ detail: String, _ damage: DamageCase) {
    let way = "\(damage)".split(separator: " ").first.map { String($0) } ?? ""
    let sort = way == "byte" ? "flip" : way == "cut" ? "cut" : "block"
    var (count, examples) = kinds["\(finding), \(sort), \(detail)"] ?? (0, [])
    count += 1
    if examples.count < 4 { examples.append("\(damage)") }
    kinds["\(finding), \(sort), \(detail)"] = (count, examples)
  }

  /// The number of cases with a finding that must not occur.
  var violations: Int {
    Finding.allCases.filter(\.isViolation).reduce(0) { sum, finding in
      let count = worst[finding] ?? 0
      return sum + count
    }
  }

  var description: String {
    let counts = Finding.allCases.map { "\(worst[$0] ?? 0) \($0)" }.joined(separator: ", ")
    let lines = kinds.sorted { $0.value.count > $1.value.count }.prefix(25).map { kind, found in
      "\n  \(found.count) \(kind), as \(found.examples.joined(separator: "; "))"
    }
    return counts + lines.joined()
  }
}
