import Foundation
import MonikerContract
import MonikerDomain

/// Damages a store's file in many ways, and tests each in worker processes, which may crash or
/// hang.
struct Damage {
  private let kind: StoreKind
  private let options: Options
  private let fixture: String
  private let cases: [DamageCase]
  private let seed: UInt64

  init(_ options: Options) throws {
    kind = try StoreKind(options)
    self.options = options
    fixture = try options.text("--fixture")
    seed = try options.seed()
    let values = try options.number("--values")
    let size = try Self.bytes(of: fixture).count
    let all = DamageCase.all(size: size, values: max(1, values), seed: seed)
    var random = SeededGenerator(seed: seed)
    // The cases are shuffled, since in their own order every second one takes a hundred times as
    // long and would fall to one worker.
    let shuffled = all.shuffled(using: &random)
    // Zero values mean a sample.
    cases = values > 0 ? shuffled : Array(shuffled.prefix(try options.number("--sample")))
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Runs all cases, and prints the results.
  ///
  /// - Returns: whether every call gave the right answer or refused, and changed nothing.
  func run() throws -> Bool {
    let folder = try DamageFolder()
    defer { folder.remove() }
    let start = now()
    var lanes = try (0..<2).map { try Lane($0, start: launch(in: folder)) }
    while lanes.contains(where: { !$0.isDone }) {
      waitBetweenChecks()
      for place in lanes.indices { try lanes[place].look(in: folder, launch(in: folder)) }
    }
    var count = DamageCount()
    for lane in lanes.indices { try count.add(folder.text(of: lane), of: cases) }
    let name = URL(filePath: fixture).pathComponents.suffix(2).joined(separator: "/")
    let seconds = (now() - start) / 1_000_000_000
    print("\(name), \(cases.count) cases, seed \(seed), \(seconds) s: \(count)")
    return count.violations == 0 && count.cases == cases.count
  }

  /// Starts a worker at a case.
  private func launch(in folder: DamageFolder) -> (_ lane: Int, _ from: Int) throws -> Child {
    let words = try? [
      "--store", kind.rawValue, "--fixture", fixture, "--values", options.text("--values"),
      "--sample", options.text("--sample"), "--seed", "\(seed)",
    ]
    return { lane, from in
      try Child(
        ["damage-worker", "--lane", "\(lane)", "--from", "\(from)", "--folder", folder.path]
          + (words ?? [])
      )
    }
  }

  /// Runs a worker: every second case from the given one on.
  static func work(_ options: Options) async throws {
    let damage = try Damage(options)
    let folder = DamageFolder(try options.text("--folder"))
    let lane = try options.number("--lane")
    let notes = try NoteFile(folder.notes(of: lane))
    let place = try folder.makePlace(of: lane)
    let trial = try await DamageTrial(damage.kind, bytes(of: damage.fixture), in: place)
    let parent = getppid()
    for number in stride(from: try options.number("--from"), to: damage.cases.count, by: 2) {
      guard getppid() == parent else { return }
      try notes.add("began\t\(number)\n")
      let findings = try await trial.findings(of: damage.cases[number])
      let words = findings.map { "\($0.finding.rawValue)\t\($0.detail.replacing("\n", with: " "))" }
      try notes.add("gave\t\(number)\t\(words.joined(separator: "\t"))\n")
    }
  }
}
