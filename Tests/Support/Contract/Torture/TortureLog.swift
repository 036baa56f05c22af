import MonikerDomain

/// The notes of all processes, combined.
struct TortureLog: Sendable {
  /// A step, with its times and its answer.
  struct Entry: Sendable {
    let step: TortureStep
    let intention: Intention
    let start: UInt64
    /// The time of its answer, or the time when its process was found dead.
    let end: UInt64
    /// Nil for a step that was not acknowledged, which may or may not have been taken.
    let answer: String?
  }

  /// The steps of each process, in order, without those that were refused as busy.
  private(set) var entries: [[Entry]] = []

  /// The events of the store, from the first one on.
  private(set) var history: [HistoryEvent] = []

  /// The number of steps that were refused as busy.
  private(set) var busy = 0

  /// The steps that wait for the lock and were refused before the wait can have expired.
  private(set) var hasty: [TortureStep] = []

  /// The number of killed processes.
  private(set) var deaths = 0

  /// Reads the notes of the processes.
  ///
  /// - Parameters:
  ///   - notes: the notes of each process.
  ///   - last: the final events of the store.
  ///   - seed: the seed from which the steps were drawn.
  ///   - wait: the lock timeout of the store, in nanoseconds.
  ///   - numbers: what the numbers of the events say.
  /// - Throws: ``LawBroken`` for notes that contradict each other.
  init(
    notes: [String],
    last: [HistoryEvent],
    seed: UInt64,
    wait: UInt64,
    numbers: EventNumbers = .consecutive
  ) throws(LawBroken) {
    var events: [Int: HistoryEvent] = [:]
    for event in last { events[event.sequence] = event }
    for (process, text) in notes.enumerated() {
      var own: [Entry] = []
      var pending: (number: Int, start: UInt64)?
      func entry(_ number: Int, _ start: UInt64, _ end: UInt64, _ answer: String?) -> Entry {
        let step = TortureStep(process: process, number: number)
        let intention = step.intention(seed: seed, processes: notes.count, numbers)
        return Entry(step: step, intention: intention, start: start, end: end, answer: answer)
      }
      for record in TortureRecord.lines(of: text) {
        switch record {
        case nil: throw LawBroken("process \(process) has noted something unreadable")
        case .began(let number, let time):
          guard pending == nil else { throw LawBroken("process \(process) began a step in a step") }
          pending = (number, time)
        case .gave(let number, let time, let answer):
          guard let begun = pending, begun.number == number else {
            throw LawBroken("process \(process) ended a step that it had not begun")
          }
          pending = nil
          if answer == Answer.busyNote {
            busy += 1
            let refused = entry(number, begun.start, time, answer)
            // The renewal of a session does not wait for the lock.
            let isPatient = if case .renew = refused.intention { false } else { true }
            if isPatient, time - begun.start < wait { hasty.append(refused.step) }
          } else {
            own.append(entry(number, begun.start, time, answer))
          }
        case .died(let time):
          deaths += 1
          if let begun = pending { own.append(entry(begun.number, begun.start, time, nil)) }
          pending = nil
        case .found(let event):
          guard let known = events[event.sequence] else {
            events[event.sequence] = event
            break
          }
          // The texts of an event may have been erased before the other process noted it.
          if known == event.erased {
            events[event.sequence] = event
          } else if known != event, known.erased != event {
            throw LawBroken("the history has changed: \(known) became \(event)")
          }
        }
      }
      guard pending == nil else { throw LawBroken("process \(process) has not ended") }
      entries.append(own)
    }
    history = events.values.sorted { $0.sequence < $1.sequence }
    guard numbers == .consecutive else { return }
    for (place, event) in history.enumerated() where event.sequence != place + 1 {
      throw LawBroken("event \(place + 1) is not there, or was forgotten before it was noted")
    }
  }
}
