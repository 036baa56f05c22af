import Foundation
import MonikerDoubles
import Testing

/// A command on a store without a fault: the home in which it runs, and its undisturbed run.
struct FaultScene: Sendable {
  let store: StoreForm
  let command: FaultedCommand

  /// The content of the store before and after the command.
  let before: StoreContent
  let after: StoreContent

  /// The undisturbed run; its trace contains only calls on the home and writes of the answer.
  let run: TracedRun

  /// The number of calls of each name in the run, without the writes of the answer.
  let counts: [(name: String, count: Int)]

  /// The number of writes of the answer.
  private let answerCount: Int

  /// The names in the home after the command and one more command.
  let listing: [String]

  private let home: Sandbox
  private let places: [String]

  init(_ store: StoreForm, _ command: FaultedCommand) async throws {
    self.store = store
    self.command = command
    home = try Sandbox(store, program: command.time == nil ? nil : Sandbox.dynamicProgram)
    for words in command.preparation {
      try await home.launch(command.words(words, in: home)).run().expect(exit: 0)
    }
    if command.isWithoutStore { try FileManager.default.removeItem(atPath: home.file) }
    before = try await home.content()

    // The first trace includes everything that the program opens and loads; it shows which paths of
    // the home occur.
    let first = try Self.copy(of: home)
    let all = try await first.traced(
      command.words(command.words, in: first),
      .init(time: command.time)
    )
    places = Set(all.calls.flatMap(\.paths).compactMap(all.place)).sorted()
    let sandbox = try Self.copy(of: home)
    let words = command.words(command.words, in: sandbox)
    let run = try await sandbox.traced(words, .init(places: places, time: command.time))
    run.ending.expect(exit: 0)
    // A name that differs in each run can only be traced by another name in the same call, such as
    // the source of a link.
    let isSame = { (place: String) in !place.contains(".replaced-") }
    let traced = Set(run.calls.flatMap(\.paths).compactMap(run.place)).sorted()
    #expect(traced.filter(isSame) == places.filter(isSame))
    self.run = run
    let counted = run.calls.filter { !run.isQuestionAboutAnswer($0) && !run.isAnswer($0) }
    answerCount = run.calls.count { run.isAnswer($0) }
    counts = Dictionary(grouping: counted, by: \.name)
      .map { (name: $0.key, count: $0.value.count) }.sorted { $0.name < $1.name }
    after = try await sandbox.content()
    if let status = command.statusOfRepetition {
      try await sandbox.launch(words).run().expect(exit: status)
    }
    try await sandbox.launch(Self.nextWords).run().expect(exit: 0, errors: "")
    listing = try sandbox.listing()
  }

  /// The command that follows each fault and must succeed.
  static let nextWords = ["login", "later"]

  /// Returns a home in the state before the command.
  func sandbox() throws -> Sandbox { try Self.copy(of: home) }

  func traced(
    in sandbox: Sandbox,
    keeping bytes: Int = 0,
    with fault: Injection? = nil
  ) async throws -> TracedRun {
    var places = places
    switch fault {
    // With both traced, the first call of the answer's thread and of the store's thread would have
    // the same number.
    case .call(_, "fcntl", _), .call(_, "write", _):
      places.removeAll { $0 == TracedRun.answerName }
    case .answer: places = [TracedRun.answerName]
    case .call, .fileSize, nil: break
    }
    let terms = TracedRun.Terms(
      places: places,
      bytesKept: bytes,
      fault: fault,
      time: command.time
    )
    return try await sandbox.traced(command.words(command.words, in: sandbox), terms)
  }

  static func copy(of sandbox: Sandbox) throws -> Sandbox {
    let copy = try Sandbox(sandbox.store, program: sandbox.program)
    for name in sandbox.home.contents {
      try FileManager.default.copyItem(
        atPath: sandbox.home.file(name),
        toPath: copy.home.file(name)
      )
    }
    return copy
  }
}

extension FaultScene {
  /// All faults at the first `limit` calls of each name.
  func injections(upTo limit: Int) -> [Injection] {
    let calls = counts.flatMap { name, count in
      (1...min(limit, count)).flatMap { ordinal in
        Fault.allCases.filter { $0.befalls(name) }
          .map { Injection.call($0, name: name, ordinal: ordinal) }
      }
    }
    let answers = (0..<min(limit, answerCount)).flatMap { position in
      Fault.allCases.filter { $0.befalls("write") }.map {
        Injection.answer($0, ordinal: position + 1)
      }
    }
    let sizes = fileSizes.prefix(limit).flatMap { size in
      [false, true].map { Injection.fileSize(size, signal: $0) }
    }
    return calls + answers + sizes
  }

  /// Faults at the call after the last one of each name, which does not occur.
  var injectionsPastTheEnd: [Injection] {
    counts.map { .call(.inputOutput, name: $0.name, ordinal: $0.count + 1) }
      + [.answer(.inputOutput, ordinal: answerCount + 1)]
  }

  /// File sizes that end in the middle of each write.
  private var fileSizes: [Int] {
    var ends: [String: Int] = [:]
    var sizes: Set<Int> = []
    for call in run.calls where call.name.contains("write") {
      guard let path = call.descriptor(0)?.path, let count = call.number(2), count > 1 else {
        continue
      }
      let start = call.number(3) ?? ends[path, default: 0]
      ends[path] = start + count
      sizes.insert(start + count / 2)
    }
    return sizes.sorted()
  }
}

extension Sandbox {
  /// The content that the library reads from a copy, so that the original stays unchanged.
  func content() async throws -> StoreContent {
    let copy = try FaultScene.copy(of: self)
    defer { withExtendedLifetime(copy) {} }
    return try await StoreContent(of: copy.repository)
  }

  /// The names in the home, without the times and numbers in the names of kept copies.
  func listing() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    return Set(names.map { $0.withoutTimeOfKeeping }).sorted()
  }
}

extension String {
  /// The name without the time at which a replaced store was kept.
  var withoutTimeOfKeeping: String {
    replacing(#/\.replaced-[0-9a-fTZ.-]+/#, with: ".replaced")
  }
}
