import MonikerData
public import MonikerDomain

/// What came of many processes at one store.
public struct TortureCheck: Sendable, CustomStringConvertible {
  /// How many steps were begun.
  public private(set) var begun = 0

  /// How many of them were acknowledged.
  public private(set) var acknowledged = 0

  /// How many were refused, unchanged, since others held the store.
  public private(set) var busy = 0

  /// How many processes were killed.
  public private(set) var killed = 0

  /// How many events the store has recorded.
  public private(set) var events = 0

  /// How many steps have a place in the order that was found.
  public private(set) var explained = 0

  /// How many steps said that they had changed something, of which the history does not know.
  public private(set) var lost = 0

  /// How often the search for the order went back.
  public private(set) var returns = 0

  /// What is wrong; nil if nothing is.
  public private(set) var violation: String?

  /// Judges what the processes have noted, and what the store holds in the end.
  ///
  /// - Parameters:
  ///   - notes: those of each process.
  ///   - store: the store, which nobody else uses any more.
  ///   - seed: by which the steps were drawn.
  ///   - wait: for how long the store waits for others before it is busy, in nanoseconds.
  public init(
    notes: [String],
    store: any Store,
    seed: UInt64,
    wait: UInt64 = 5_000_000_000
  ) async {
    do {
      let held = try await Observation(store)
      let log = try TortureLog(notes: notes, last: held.events.map(\.event), seed: seed, wait: wait)
      await judge(log, held)
    } catch {
      violation = "\(error)"
    }
  }

  /// The counts, and what is wrong.
  public var description: String {
    let counts = """
      \(begun) intentions, \(acknowledged) acknowledged, \(busy) busy, \(killed) processes killed, \
      \(events) events; \(explained) explained in one order, after \(returns) returns; \(lost) lost
      """
    return violation.map { counts + "\n" + $0 } ?? counts
  }

  private mutating func judge(_ log: TortureLog, _ held: Observation) async {
    let entries = log.entries.joined()
    busy = log.busy
    begun = entries.count + busy
    acknowledged = entries.count { $0.answer != nil }
    killed = log.deaths
    events = log.history.count
    let authors = Set(log.history.compactMap { TortureStep($0.origin) })
    let missing = entries.filter { $0.tellsOfChange && !authors.contains($0.step) }
    lost = missing.count

    var order = TortureOrder(log)
    let state = await order.find()
    returns = order.returns
    explained = state == nil ? order.deadEnd.explained : entries.count
    if let state, let modelled = try? await Observation(InMemoryRepository(state)) {
      if held != modelled {
        let difference = Difference(of: held, from: modelled)
        violation = "The store holds what the model does not:\n\(difference)"
      }
    } else {
      violation =
        missing.map { "Lost: \($0.step.origin) \($0.intention)\n" }.joined()
        + "No order explains more than \(explained) steps.\n" + order.deadEnd.reason
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
  /// Whether the answer says that something was done of which an event must tell.
  fileprivate var tellsOfChange: Bool {
    guard let answer else { return false }
    return answer.hasPrefix("signedIn") && answer.contains("isNewSession: true")
      || answer.hasPrefix("ended") && answer.contains("SessionEntry(")
      || answer.hasPrefix("removed(Optional")
  }
}
