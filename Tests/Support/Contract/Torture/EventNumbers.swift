import MonikerDomain
import MonikerDoubles
import MonikerModel

/// What the numbers of a store's events say about their order.
public enum EventNumbers: Sendable {
  /// The numbers of all events are consecutive, in the order of the changes.
  case consecutive

  /// Only the numbers of one account's events are in the order of its changes, and there are gaps.
  ///
  /// The order in which such a store opens sessions and adds accounts is not that of the changes either,
  /// where these concern different accounts on different devices.
  case ascendingByAccount
}

extension EventNumbers {
  /// An answer without what the numbers do not promise: the numbers, and the order of entries.
  func compared(_ note: String) -> String {
    guard self == .ascendingByAccount else { return note }
    let note = Self.withoutOthers(note)
    let unnumbered = note.replacing(/sequence: (Optional\([0-9]+\)|[0-9]+)/, with: "sequence: _")
    let entries = unnumbered.split(separator: "SessionEntry(").map { entry in
      entry.replacing("MonikerDomain.", with: "").reversed().drop { ", ])".contains($0) }
    }
    return entries.map { String($0.reversed()) }.sorted().joined(separator: "\n")
  }

  /// An answer without what it says of other accounts, which is of one moment: which of several nicknames another
  /// one looks like, which sessions stayed open at a sign-out, and which was active before a switch.
  private static func withoutOthers(_ note: String) -> String {
    if let resemblance = note.firstRange(of: " looks like \"") {
      return String(note[..<resemblance.upperBound])
    }
    if note.hasPrefix("signedOut("), let others = note.firstRange(of: ", stillOpen: [") {
      return String(note[..<others.lowerBound])
    }
    if note.hasPrefix("activated("), let after = note.firstRange(of: ", after: ") {
      return "activated(" + note[after.lowerBound...]
    }
    return note
  }

  /// Whether the answer to an intention follows from the order of the changes.
  func define(_ intention: Intention) -> Bool {
    guard self == .ascendingByAccount else { return true }
    // A part of a list is selected by the order in the list.
    return switch intention {
    case .list, .find, .look(account: nil, _, _): false
    default: true
    }
  }

  /// What observations have in common if nothing but the promised order counts.
  func compared(_ observations: [Observation]) -> [[String]] {
    observations.map { observation in
      guard self == .ascendingByAccount else { return ["\(observation)"] }
      var parts = [compared("\(observation.snapshot)")]
      parts += zip(observation.accounts, observation.profiles).map {
        "\($0) \($1, default: "none")"
      }
      .sorted()
      parts += observation.sessions.entries.map { compared("\($0)") }.sorted()
      parts += observation.accountList.entries.map { compared("\($0)") }.sorted()
      let events = Dictionary(grouping: observation.events, by: \.accountID)
      let accounts = events.sorted { $0.key.description < $1.key.description }
      return parts + accounts.flatMap { $0.value.map { "\($0.numbered(0))" } }
    }
  }
}
