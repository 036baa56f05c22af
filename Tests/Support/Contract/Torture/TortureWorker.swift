public import MonikerDomain

/// One of many processes that do random things to one store at once, and note down what.
public struct TortureWorker: Sendable {
  private let process: Int
  private let processes: Int
  private let seed: UInt64
  private let open: @Sendable () async -> any Store
  private let now: @Sendable () -> UInt64
  private let note: @Sendable (String) throws -> Void

  /// Makes the worker.
  ///
  /// - Parameters:
  ///   - process: its number, from 0 on.
  ///   - processes: how many there are.
  ///   - seed: draws the same intentions again.
  ///   - open: opens the store.
  ///   - now: nanoseconds of a clock that all processes share.
  ///   - note: keeps a line, which is there when it returns, whatever happens to the process then.
  public init(
    process: Int,
    of processes: Int,
    seed: UInt64,
    open: @escaping @Sendable () async -> any Store,
    now: @escaping @Sendable () -> UInt64,
    note: @escaping @Sendable (String) throws -> Void
  ) {
    self.process = process
    self.processes = processes
    self.seed = seed
    self.open = open
    self.now = now
    self.note = note
  }

  /// Takes the steps of these numbers, one after another.
  public func run(_ numbers: Range<Int>) async throws {
    var store = await open()
    var found = try await noteEvents(of: store, after: 0)
    for number in numbers {
      let step = TortureStep(process: process, number: number)
      let intention = step.intention(seed: seed, processes: processes)
      try note(TortureRecord.began(number: number, at: now()).line)
      if intention == .reopen { store = await open() }
      let answer = await intention.answer(of: store, in: step.circumstances)
      try note(TortureRecord.gave(number: number, at: now(), answer: answer.note).line)
      // So often that nothing is forgotten before somebody has noted it, however slow one of them is.
      if number % 10 == 9 { found = try await noteEvents(of: store, after: found) }
    }
    _ = try await noteEvents(of: store, after: found)
  }

  private func noteEvents(of store: any Store, after last: Int) async throws -> Int {
    let entries = try await store.events(HistoryQuery(limit: TortureStep.historyLimit))
    let new = entries.lazy.map(\.event).filter { $0.sequence > last }
    try note(new.map { TortureRecord.found($0).line }.joined())
    return entries.last?.event.sequence ?? last
  }
}
