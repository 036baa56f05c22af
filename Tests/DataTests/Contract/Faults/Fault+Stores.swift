import MonikerDomain

@testable import MonikerData

extension Fault {
  /// Faults of the history and of a store as a whole.
  static let stores = [
    Fault(
      "forgets where something was done",
      breaks: "Each change is told by its events, in order, from 1 on"
    ) { (context: inout RequestContext, _) in
      context = RequestContext(at: context.time, historyLimit: context.historyLimit)
    },
    Fault(
      "gives two events one number",
      breaks: "Each change is told by its events, in order, from 1 on"
    ) { (after: inout StoreState, before) in
      guard after.lastSequence > before.lastSequence + 1 else { return }
      after.lastSequence -= 1
      after.events.append(after.events.removeLast().numbered(after.lastSequence))
    },
    Fault(
      "takes the moment of a query for one too early",
      breaks: "Events are found by account, time and number, the last ones"
    ) { (query: inout HistoryQuery, _) in
      let since = query.since?.advanced(by: .milliseconds(1))
      query = HistoryQuery(of: query.holder, since: since, limit: query.limit)
    },
    Fault(
      "removes the events of an account with it",
      breaks:
        "The events of a removed account stay, marked, and are found by a nickname that it had"
    ) { (after: inout StoreState, _) in
      let known = Set(after.accounts.map(\.id))
      after.events.removeAll { !known.contains($0.accountID) }
    },
    Fault(
      "keeps one event too many",
      breaks: "The last events are kept up to the limit, and go on being counted",
      "A session that has ended is kept as long as the event of its end, or while it is active"
    ) { (context: inout RequestContext, _) in
      guard context.historyLimit < .max else { return }
      let limit = context.historyLimit + 1
      context = RequestContext(at: context.time, from: context.origin, historyLimit: limit)
    },
    Fault(
      "counts the events anew when it is opened",
      breaks: "What happened is kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.lastSequence = opened.state.events.last?.sequence ?? 0
    },
    Fault(
      "calls an empty store unsound",
      breaks: "A new store holds its metadata alone, and is sound"
    ) { (defects: inout [String], before) in
      if before.lastSequence == 0 { defects.append("nothing is there") }
    },
    Fault(
      "leaves sessions that have ended out of its contents",
      breaks: "The contents are all that a store holds, and make the same store again"
    ) { (records: inout [StoreRecord], _) in
      records.removeAll {
        if case .session(let session) = $0 { session.ending != nil } else { false }
      }
    },
    Fault(
      "gives what it holds while the contents are read",
      .readsOn,
      breaks: "The contents are those of one moment"
    ),
    Fault(
      "merges a store twice",
      breaks: "An empty store that another is merged into holds the same, also when opened again"
    ) { (merged: inout Merged, before) in
      guard merged.state.lastSequence == before.lastSequence else { return }
      for record in merged.records {
        guard case .event(let event) = record else { continue }
        merged.state.lastSequence += 1
        merged.state.events.append(event.numbered(merged.state.lastSequence))
      }
    },
    Fault(
      "makes active who is active in the store that is merged",
      breaks: "What is merged comes behind what is there, and nobody is signed out by it"
    ) { (merged: inout Merged, _) in
      if case .metadata(let metadata)? = merged.records.last {
        merged.state.activeSessionID = metadata.activeSessionID
      }
    },
    Fault(
      "puts merged sessions behind its own",
      breaks: "What ended elsewhere ends nothing here"
    ) { (merged: inout Merged, before) in
      let own = Set(before.sessions.map(\.id))
      merged.state.sessions =
        merged.state.sessions.filter { own.contains($0.id) }
        + merged.state.sessions.filter { !own.contains($0.id) }
    },
    Fault(
      "keeps what was merged before a conflict was found",
      breaks: "What contradicts a store is told, and nothing is merged then"
    ) { (refused: inout Refused, _) in
      refused.state.lastSequence += 1
    },
  ]

  /// Faults of changes, of concurrency, and of durability.
  static let places = [
    Fault(
      "does not tell the present state",
      breaks: "The first element of the changes is the present state"
    ) { (element: inout Element, _) in
      if element.known == nil { element.isTold = false }
    },
    Fault(
      "tells of sessions and not of accounts",
      breaks: "Every reader who keeps up sees each change in order"
    ) { (element: inout Element, _) in
      guard let known = element.known?.active?.session else { return }
      if known == element.snapshot.active?.session { element.isTold = false }
    },
    Fault(
      "tells of changes of other sessions",
      breaks: "What does not change the active session gives no element"
    ) { (element: inout Element, _) in
      element.isTold = true
    },
    Fault(
      "tells a reader nine states and no more",
      breaks: "A reader who is slow gets the last state"
    ) { (element: inout Element, _) in
      if element.place > 9 { element.isTold = false }
    },
    Fault(
      "ends the changes for every reader with the first",
      .endsAllReaders,
      breaks: "The changes end for the reader whose task is cancelled, and for no other"
    ),
    Fault(
      "tells the readers of one object alone",
      .tellsOwnReadersOnly,
      breaks: "The changes that are made through another object on the same place are told, too",
      "Of changes that many make on one place a reader never misses the last, nor gets one that never was"
    ),
    Fault(
      "loses one of two changes at once",
      .losesUpdates,
      breaks: "Of 100 claims on one nickname at once, one wins",
      "Of 100 claims on nicknames that look the same at once, one wins",
      "Of 100 sign-ins under one nickname at once, one makes the account",
      "Of 100 sign-ins under different nicknames at once, all are kept",
      "Of 100 removals of one account at once, one removes it",
      "Of 100 claims through two stores on one place, one wins"
    ),
    Fault(
      "forgets everything when it is opened again",
      .forgetsOnReopen,
      breaks: "What was acknowledged is there when the store is opened again"
    ),
    Fault(
      "acknowledges a change before it is written",
      .writesLate,
      breaks: "Two stores on one place see each other's changes at once"
    ),
  ]
}
