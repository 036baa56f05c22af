import MonikerModel
import MonikerDomain
import MonikerDoubles

/// The search for an order of all steps in which the model gives the noted answers and records the
/// stored events, and in which no step precedes a step that had ended when it began.
///
/// Events name the steps that caused them, which fixes the place of most steps. Only changes
/// without an event (a session that is kept, for example) and steps that were never acknowledged
/// are searched for; there the search backtracks once it can get no further.
struct TortureOrder {
  /// The furthest position of the search, and why it ended there.
  struct DeadEnd {
    var explained = 0
    var reason = ""
  }

  private struct Position {
    /// The number of steps taken of each process.
    var places: [Int]
    var state: StoreState = {
      var state = StoreState()
      state.settings = TortureStep.settings
      return state
    }()
    var explained = 0
    /// The number of events that are explained of each account.
    var told: [AccountID: Int] = [:]
  }

  private enum Outcome {
    case nothing
    /// - Parameters:
    ///   - told: the number of events that are explained of each account afterwards.
    ///   - next: the number of the first event that it explains; nil if it explains none.
    case changed(StoreState, told: [AccountID: Int], next: Int?)
    case impossible(String)
  }

  /// A position with untried choices.
  private struct Fork {
    let position: Position
    var choices: ArraySlice<Choice>
  }

  private struct Choice {
    let process: Int
    /// The state after the step; nil for a step without a change, or one that is never taken.
    let state: StoreState?
    var told: [AccountID: Int] = [:]
    /// The number of the first event that it explains; nil if it explains none.
    var next: Int?
  }

  private let entries: [[TortureLog.Entry]]
  private let history: [HistoryEvent]
  /// The same events by account.
  private let histories: [AccountID: [HistoryEvent]]
  private let numbers: EventNumbers
  private let ignoresLists: Bool
  private let authors: Set<TortureStep>
  private var position: Position
  private var forks: [Fork] = []
  private var seen: Set<Int> = []
  private var comparedAnswers: [String: String] = [:]

  private(set) var deadEnd = DeadEnd()

  /// The number of evaluations of the model, and of returns of the search.
  private(set) var evaluations = 0
  private(set) var returns = 0

  /// - Parameter ignoresLists: whether positions are the same whose lists differ in their order and in
  ///   numbers alone. Orders of steps of different accounts lead to such positions, and to try all of them takes
  ///   minutes; but some answer may depend on the order of a list.
  init(_ log: TortureLog, _ numbers: EventNumbers, ignoringLists ignoresLists: Bool) {
    self.ignoresLists = ignoresLists
    entries = log.entries
    history = log.history
    histories = Dictionary(grouping: log.history, by: \.accountID)
    self.numbers = numbers
    authors = Set(log.history.compactMap { TortureStep($0.origin) })
    position = Position(places: log.entries.map { _ in 0 })
  }

  /// Searches for the order.
  ///
  /// Some changes show in no answer and in no event, such as the renewal by a step that was not acknowledged;
  /// they show in the final content.
  ///
  /// - Parameter difference: describes the difference of a final state of the model from that of the store; nil
  ///   if there is none.
  /// - Returns: whether there is an order that leads to the final state of the store.
  mutating func find(_ difference: (StoreState) async -> String?) async -> Bool {
    // Few orders exist between two forks; so many returns mean that there is none.
    while returns < (numbers == .consecutive ? 100_000 : 5_000) {
      let choices = await choices()
      if isComplete {
        guard let difference = await difference(position.state) else { return true }
        deadEnd = DeadEnd(explained: position.explained, reason: difference)
        if !goBack() { return false }
      } else if let first = choices.first, seen.insert(fingerprint).inserted || choices.count == 1 {
        if choices.count > 1 {
          forks.append(Fork(position: position, choices: choices[...].dropFirst()))
          // A wrong choice so long ago would have shown by now.
          if forks.count > 2_000 { forks.removeFirst(1_000) }
        }
        take(first)
      } else if !goBack() {
        return false
      }
    }
    return false
  }

  private var isComplete: Bool {
    position.state.lastSequence == history.count
      && zip(position.places, entries).allSatisfy { $0 == $1.count }
  }

  private var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(position.places)
    hasher.combine(position.state.activeSessions)
    guard ignoresLists else {
      hasher.combine(position.state.sessions)
      hasher.combine(position.state.accounts)
      return hasher.finalize()
    }
    hasher.combine(position.told)
    hasher.combine(Set(position.state.accounts))
    hasher.combine(Set(position.state.sessions.map(\.unnumberedHash)))
    return hasher.finalize()
  }

  private mutating func take(_ choice: Choice) {
    position.places[choice.process] += 1
    position.explained += 1
    if let state = choice.state { (position.state, position.told) = (state, choice.told) }
  }

  private mutating func goBack() -> Bool {
    returns += 1
    while var fork = forks.popLast() {
      guard let next = fork.choices.popFirst() else { continue }
      position = fork.position
      if !fork.choices.isEmpty { forks.append(fork) }
      take(next)
      return true
    }
    return false
  }

  /// Takes all steps that fit and cannot have changed anything, which exclude no other order.
  ///
  /// - Returns: the possible next steps.
  private mutating func choices() async -> [Choice] {
    while true {
      var choices: [(end: UInt64, choice: Choice)] = []
      var unlikely: [Choice] = []
      var reasons: [String] = []
      var hasGoneOn = false
      for process in candidates {
        let entry = entries[process][position.places[process]]
        switch await outcome(of: entry) {
        case .nothing where entry.tellsThatNothingChanged:
          take(Choice(process: process, state: nil))
          hasGoneOn = true
        case .nothing where entry.answer != nil:
          choices.append((entry.end, Choice(process: process, state: nil)))
        case .nothing:
          unlikely.append(Choice(process: process, state: nil))
        case .changed(let state, let told, let next):
          let choice = Choice(process: process, state: state, told: told, next: next)
          if entry.answer == nil, !authors.contains(entry.step) {
            unlikely += [Choice(process: process, state: nil), choice]
          } else {
            choices.append((entry.end, choice))
          }
        case .impossible(let reason):
          reasons.append("\(entry.step.origin) \(entry.intention): \(reason)")
          if entry.answer == nil, !authors.contains(entry.step) {
            unlikely.append(Choice(process: process, state: nil))
          }
        }
        if hasGoneOn { break }
      }
      if hasGoneOn { continue }
      if choices.isEmpty, position.explained >= deadEnd.explained, !isComplete {
        deadEnd = DeadEnd(explained: position.explained, reason: describe(reasons))
      }
      return inOrder(choices) + unlikely
    }
  }

  /// The choices, the likeliest first.
  ///
  /// Where numbers do not decide, the step with the lower ones is still the likelier one.
  private func inOrder(_ choices: [(end: UInt64, choice: Choice)]) -> [Choice] {
    let byEnd = choices.sorted { $0.end < $1.end }.map(\.choice)
    guard numbers == .ascendingByAccount else { return byEnd }
    let telling = byEnd.filter { $0.next != nil }.sorted { $0.next ?? 0 < $1.next ?? 0 }
    var rest = telling[...]
    return byEnd.map { choice in choice.next == nil ? choice : rest.popFirst() ?? choice }
  }

  private func describe(_ reasons: [String]) -> String {
    let sequence = position.state.lastSequence
    let next = sequence < history.count ? "\(history[sequence])" : "none"
    return "The next event is \(next)\n" + reasons.joined(separator: "\n")
  }

  /// The processes whose next step may be the next of all: no remaining step had ended before it
  /// began.
  private var candidates: [Int] {
    let next = entries.indices.filter { position.places[$0] < entries[$0].count }
    let ends = next.map { entries[$0][position.places[$0]].end }
    guard let first = ends.min() else { return [] }
    return next.filter { entries[$0][position.places[$0]].start <= first }
  }

  private mutating func outcome(of entry: TortureLog.Entry) async -> Outcome {
    evaluations += 1
    let before = position.state
    let model = InMemoryRepository(before)
    let circumstances = entry.step.circumstances(of: entry.intention, numbers)
    let answer = await entry.intention.answer(of: model, in: circumstances)
    let after = await model.state
    let new = after.events.drop { $0.sequence <= before.lastSequence }
    let (told, next): ([AccountID: Int], Int?)
    switch match(Array(new), before, after) {
    case .success(let found): (told, next) = found
    case .failure(let mismatch): return .impossible(mismatch.description)
    }
    if authors.contains(entry.step), !new.contains(where: { $0.origin == entry.step.origin }) {
      return .impossible("its events come later")
    }
    if let given = entry.answer, numbers.define(entry.intention), given != answer.note,
      compared(given) != numbers.compared(answer.note)
    {
      return .impossible("it gave \(given), the model gives \(answer.note)")
    }
    return after == before ? .nothing : .changed(after, told: told, next: next)
  }

  /// A given answer in the form in which it is compared, which is asked for again and again.
  private mutating func compared(_ given: String) -> String {
    if let known = comparedAnswers[given] { return known }
    let result = numbers.compared(given)
    comparedAnswers[given] = result
    return result
  }

  /// Finds the events of a step of the model in the history.
  ///
  /// - Returns: how many events are explained of each account then, and the number of the first one that
  ///   was found.
  private func match(
    _ new: [HistoryEvent],
    _ before: StoreState,
    _ after: StoreState
  ) -> Result<(told: [AccountID: Int], next: Int?), LawBroken> {
    guard numbers == .ascendingByAccount else {
      let told = history[
        min(before.lastSequence, history.count)..<min(after.lastSequence, history.count)
      ]
      guard new.elementsEqual(told, by: { $0 == $1 || $0.erased == $1 }) else {
        return .failure(LawBroken("the model tells of \(new), the store of \(Array(told))"))
      }
      return .success(([:], told.first?.sequence))
    }
    var told = position.told
    var next: Int?
    for event in new {
      let all = histories[event.accountID] ?? []
      let place = told[event.accountID, default: 0]
      let found = place < all.count ? all[place] : nil
      guard let found,
        found.numbered(0) == event.numbered(0)
          || found.numbered(0) == event.erased.numbered(0)
      else {
        return .failure(
          LawBroken("the model tells of \(event), the store of \(found, default: "nothing")")
        )
      }
      told[event.accountID] = place + 1
      next = min(next ?? .max, found.sequence)
    }
    return .success((told, next))
  }
}

extension Session {
  /// A hash of what steps can change, without the numbers of events.
  fileprivate var unnumberedHash: Int {
    var hasher = Hasher()
    hasher.combine(id)
    hasher.combine(lastSeenAt)
    hasher.combine(expiresAt)
    hasher.combine(ending?.time)
    hasher.combine(ending?.reason)
    return hasher.finalize()
  }
}

extension TortureLog.Entry {
  /// Whether this answer implies in any order that nothing changed.
  ///
  /// The use of a session, and a sign-in that keeps one, may give the same answer whether or not
  /// they update the time when it was last seen.
  fileprivate var tellsThatNothingChanged: Bool {
    guard let answer else { return false }
    return switch intention {
    case .signIn: !answer.hasPrefix("signedIn")
    case .renew: false
    default: true
    }
  }
}
