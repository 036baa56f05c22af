public import MonikerDomain
import MonikerDoubles

/// One of many concurrent processes that run random operations on one store, and note them.
public struct TortureWorker: Sendable {
  private let process: Int
  private let processes: Int
  private let seed: UInt64
  private let numbers: EventNumbers
  private let open: @Sendable () async -> any Store
  private let now: @Sendable () -> UInt64
  private let note: @Sendable (String) throws -> Void

  /// Makes the worker.
  ///
  /// - Parameters:
  ///   - process: the number of the process, from 0 on.
  ///   - processes: the number of processes.
  ///   - seed: the seed from which the operations are drawn.
  ///   - numbers: what the numbers of the store's events say.
  ///   - open: opens the store.
  ///   - now: the time in nanoseconds of a clock that all processes share.
  ///   - note: writes a line, which must survive the death of the process once it returns.
  public init(
    process: Int,
    of processes: Int,
    seed: UInt64,
    numbers: EventNumbers = .consecutive,
    open: @escaping @Sendable () async -> any Store,
    now: @escaping @Sendable () -> UInt64,
    note: @escaping @Sendable (String) throws -> Void
  ) {
    self.process = process
    self.processes = processes
    self.seed = seed
    self.numbers = numbers
    self.open = open
    self.now = now
    self.note = note
  }

  /// Takes the steps with these numbers in order.
  public func run(_ numbers: Range<Int>) async throws {
    var store = await open()
    try await store.set(TortureStep.settings)
    var found = try await noteEvents(of: store, after: 0)
    for number in numbers {
      let step = TortureStep(process: process, number: number)
      let intention = step.intention(seed: seed, processes: processes, self.numbers)
      try note(TortureRecord.began(number: number, at: now()).line)
      if intention == .reopen { store = await open() }
      let circumstances = step.circumstances(of: intention, self.numbers)
      let answer = await intention.answer(of: store, in: circumstances)
      try note(TortureRecord.gave(number: number, at: now(), answer: answer.note).line)
      // Often enough that some process notes every event before it is removed, however slow the
      // others are.
      if number % 10 == 9 { found = try await noteEvents(of: store, after: found) }
    }
    _ = try await noteEvents(of: store, after: found)
  }

  private static var overlap: Int { 100 }

  private func noteEvents(of store: any Store, after last: Int) async throws -> Int {
    let events = try await store.events()
    // In some stores, events with slightly lower numbers come later.
    let new = events.lazy.filter { $0.sequence > last - Self.overlap }
    try note(new.map { TortureRecord.found($0).line }.joined())
    return events.last?.sequence ?? last
  }
}
