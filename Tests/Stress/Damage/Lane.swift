/// A sequence of cases for successive workers; each continues where the previous one ended.
struct Lane {
  /// The time limit of a case in nanoseconds, after which it counts as hung.
  private static let limit: UInt64 = 300_000_000_000

  private let number: Int
  private var child: Child
  private var size: UInt64 = 0
  private var changed = now()
  private(set) var isDone = false

  init(_ number: Int, start: (_ lane: Int, _ from: Int) throws -> Child) throws {
    self.number = number
    child = try start(number, number)
  }

  /// Checks whether the worker makes progress, and replaces it if it does not.
  mutating func look(
    in folder: DamageFolder,
    _ start: (_ lane: Int, _ from: Int) throws -> Child
  ) throws {
    guard !isDone else { return }
    let isRunning = child.isRunning
    let now = now()
    let size = folder.size(of: number)
    if size != self.size { (self.size, changed) = (size, now) }
    if isRunning {
      guard now - changed > Self.limit else { return }
      child.kill()
      try goOn(after: .hung, "for five minutes", in: folder, start)
    } else if let fault = child.fault {
      try goOn(after: .crashed, fault, in: folder, start)
    } else {
      isDone = true
    }
  }

  private mutating func goOn(
    after finding: Finding,
    _ detail: String,
    in folder: DamageFolder,
    _ start: (_ lane: Int, _ from: Int) throws -> Child
  ) throws {
    let (last, isOpen) = try folder.last(of: number)
    guard isOpen, let last else {
      throw Stuck(detail: "a worker \(finding) without a case: \(detail)")
    }
    try NoteFile(folder.notes(of: number)).add("gave\t\(last)\t\(finding.rawValue)\t\(detail)\n")
    child = try start(number, last + 2)
    changed = now()
  }

  /// A worker ended outside of any case.
  struct Stuck: Error {
    let detail: String
  }
}
