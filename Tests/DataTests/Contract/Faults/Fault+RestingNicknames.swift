import MonikerDomain
import MonikerDoubles
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of nicknames that rest.
  static let restingNicknames = [
    Fault(
      "lets no nickname rest",
      breaks: "A nickname that was given up rests for its last holder",
      "The nickname of a removed account rests for nobody",
      "The setting decides how long nicknames rest, also those that rest"
    ) { (settings: inout StoreSettings, _) in
      settings = StoreSettings(historyLimit: settings.historyLimit)
    },
    Fault(
      "refuses a resting nickname to its last holder",
      breaks: "A nickname that was given up rests for its last holder"
    ) { (after: inout StoreState, _) in
      after.restingNicknames = after.restingNicknames.map {
        RestingNickname(
          nickname: $0.nickname,
          accountID: AccountID(high: 9, low: 9),
          freedAt: $0.freedAt
        )
      }
    },
    Fault(
      "lets the nicknames of removed accounts rest no longer",
      breaks: "The nickname of a removed account rests for nobody"
    ) { (after: inout StoreState, _) in
      let known = Set(after.accounts.map(\.id))
      after.restingNicknames.removeAll { !known.contains($0.accountID) }
    },
    Fault(
      "lets no nickname rest that looks like the new one",
      breaks: "A nickname rests once, also beside one of its last holder that looks like it"
    ) { (after: inout StoreState, _) in
      after.restingNicknames.removeAll { resting in
        after.accounts.contains { resting.matches($0.nickname) }
      }
    },
    Fault(
      "lets each nickname rest twice",
      breaks: "A nickname rests once, also beside one of its last holder that looks like it"
    ) { (after: inout StoreState, before) in
      for (old, new) in zip(before.accounts, after.accounts)
      where old.id == new.id && old.nickname != new.nickname {
        after.restingNicknames.append(
          RestingNickname(
            nickname: old.nickname,
            accountID: old.id,
            freedAt: after.events.last?.time ?? old.createdAt
          )
        )
      }
    },
    Fault(
      "removes all nicknames whose rest has passed at once",
      breaks: "Nicknames whose rest has passed are removed in steps"
    ) { (after: inout StoreState, before) in
      if before.restingNicknames.count >= after.restingNicknames.count + 50 {
        after.restingNicknames.removeAll()
      }
    },
    Fault(
      "leaves resting nicknames out of its contents",
      breaks: "The contents have the resting nicknames, and make an equal store"
    ) { (records: inout [StoreRecord], _) in
      records.removeAll { if case .restingNickname = $0 { true } else { false } }
    },
    Fault(
      "merges no resting nicknames",
      breaks: "A merge adds resting nicknames that no account holds"
    ) { (merged: inout Merged, before) in
      merged.state.restingNicknames = before.restingNicknames
    },
    Fault(
      "merges every resting nickname",
      breaks: "A merge adds resting nicknames that no account holds",
      "A merge ends the rest of what looks like a new account, and of nothing else"
    ) { (merged: inout Merged, _) in
      for case .restingNickname(let resting) in merged.records
      where !merged.state.restingNicknames.contains(resting) {
        merged.state.restingNicknames.append(resting)
      }
    },
    Fault(
      "keeps every nickname that was given up",
      breaks:
        "A rest ends if the clock goes back by more than it, and if no nickname rests any more",
      "A nickname rests once, also beside one of its last holder that looks like it"
    ) { (after: inout StoreState, before) in
      after.restingNicknames += before.restingNicknames.filter {
        !after.restingNicknames.contains($0)
      }
    },
    Fault(
      "merges each event that is erased in one of the stores",
      breaks: "An event that is erased in one of two merged stores is there once"
    ) { (merged: inout Merged, _) in
      let known = Set(merged.state.events.map { $0.numbered(0) })
      for case .event(let event) in merged.records where !known.contains(event.numbered(0)) {
        merged.state.lastSequence += 1
        merged.state.events.append(event.numbered(merged.state.lastSequence))
      }
    },
  ]
}
