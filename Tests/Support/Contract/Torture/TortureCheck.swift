import MonikerDoubles
import MonikerModel
public import MonikerDomain

/// The result of many concurrent processes on one store.
public struct TortureCheck: Sendable, CustomStringConvertible {
  /// The number of steps that were begun.
  public private(set) var begun = 0

  /// The number of acknowledged steps.
  public private(set) var acknowledged = 0

  /// The number of steps that were refused, without a change, because the store was busy.
  public private(set) var busy = 0

  /// The number of killed processes.
  public private(set) var killed = 0

  /// The number of events in the store.
  public private(set) var events = 0

  /// The number of steps that have a place in the order found.
  public private(set) var explained = 0

  /// The number of steps whose answer reports a change that the history does not contain.
  public private(set) var lost = 0

  /// The number of times that the search backtracked.
  public private(set) var returns = 0

  /// A description of the violation; nil if there is none.
  public private(set) var violation: String?

  /// Checks the notes of the processes against the final content of the store.
  ///
  /// - Parameters:
  ///   - notes: the notes of each process.
  ///   - store: the store, which no other process uses.
  ///   - seed: the seed from which the steps were drawn.
  ///   - wait: the lock timeout of the store, in nanoseconds.
  ///   - numbers: what the numbers of its events say.
  public init(
    notes: [String],
    store: any Store,
    seed: UInt64,
    wait: UInt64 = 5_000_000_000,
    numbers: EventNumbers = .consecutive
  ) async {
    do {
      let held = try await Self.observations(store)
      let log = try TortureLog(
        notes: notes,
        last: held[0].events,
        seed: seed,
        wait: wait,
        numbers: numbers
      )
      await judge(log, held, numbers)
    } catch {
      violation = "\(error)"
    }
  }

  /// The counts, and the violation.
  public var description: String {
    let counts = """
      \(begun) intentions, \(acknowledged) acknowledged, \(busy) busy, \(killed) processes killed, \
      \(events) events; \(explained) explained in one order, after \(returns) returns; \(lost) lost
      """
    return violation.map { counts + "\n" + $0 } ?? counts
  }

  /// Everything as each device sees it.
  private static func observations(_ store: any Store) async throws -> [Observation] {
    let devices = (1...TortureStep.devices).map { Sample.deviceID($0) }
    return try await Observation.all(store, in: devices.map { .everything(on: $0) })
  }

  /// A description of the difference of a store from a state of the model; nil if there is none.
  private static func difference(
    of held: [Observation],
    from state: StoreState,
    _ numbers: EventNumbers
  ) async -> String? {
    guard let modelled = try? await observations(InMemoryRepository(state)) else {
      return "The model does not answer."
    }
    return numbers == .consecutive
      ? difference(of: held, from: modelled)
      : difference(of: numbers.compared(held), from: numbers.compared(modelled))
  }

  private static func difference<Value: Equatable>(
    of actual: Value,
    from expected: Value
  ) -> String? {
    guard actual != expected else { return nil }
    return "The store holds what the model does not:\n\(Difference(of: actual, from: expected))"
  }

  private mutating func judge(
    _ log: TortureLog,
    _ held: [Observation],
    _ numbers: EventNumbers
  ) async {
    let entries = log.entries.joined()
    busy = log.busy
    begun = entries.count + busy
    acknowledged = entries.count { $0.answer != nil }
    killed = log.deaths
    events = log.history.count
    let authors = Set(log.history.compactMap { TortureStep($0.origin) })
    // An erased event does not say which step it is of.
    let erased = Set(log.history.filter { $0.nickname == nil }.compactMap(\.subject))
    let missing = entries.filter { entry in
      entry.tellsOfChange && !authors.contains(entry.step)
        && !erased.contains { entry.answer?.contains($0) ?? false }
    }
    lost = missing.count

    var isExplained = false
    for ignoresLists in numbers == .consecutive ? [false] : [true, false] where !isExplained {
      var order = TortureOrder(log, numbers, ignoringLists: ignoresLists)
      isExplained = await order.find { state in
        await Self.difference(of: held, from: state, numbers)
      }
      returns += order.returns
      explained = isExplained ? entries.count : order.deadEnd.explained
      violation = isExplained ? nil : order.deadEnd.reason
    }
    if let reason = violation {
      violation =
        missing.map { "Lost: \($0.step.origin) \($0.intention)\n" }.joined()
        + "No order explains more than \(explained) steps.\n" + reason
    }
    if violation == nil, let hasty = log.hasty.first {
      violation =
        "\(log.hasty.count) were busy before their wait had run out, \(hasty.origin) first"
    }
    if violation == nil, lost > 0 {
      violation = "\(lost) acknowledged changes are not in the history"
    }
  }
}

extension TortureLog.Entry {
  /// Whether the answer reports a change for which an event must exist.
  fileprivate var tellsOfChange: Bool {
    guard let answer else { return false }
    return answer.hasPrefix("signedIn") && answer.contains("isNewSession: true")
      || answer.hasPrefix("ended") && answer.contains("SessionEntry(")
      || answer.hasPrefix("removed(Optional")
  }
}

extension HistoryEvent {
  /// The ID that the answer of the intention contains which the event is of.
  fileprivate var subject: String? {
    switch kind {
    case .signedIn, .signedOut, .revoked: sessionID?.description
    case .accountRemoved: accountID.description
    case .accountAdded, .switched, .renamed, .profileChanged, .expired, .recoveryKeyReplaced,
      .suspended, .resumed:
      nil
    }
  }
}
