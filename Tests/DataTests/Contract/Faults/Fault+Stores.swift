import MonikerDomain
import MonikerDoubles
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of the history and of a store as a whole.
  static let stores = [
    Fault(
      "leaves the numbers of another store in merged sessions",
      breaks: "A merge of the first records of a store is sound, also when it is opened again"
    ) { (merged: inout Merged, _) in
      for case .session(let session) in merged.records {
        guard let ending = session.ending else { continue }
        merged.state.sessions = merged.state.sessions.map {
          $0.id == session.id ? $0.ended(ending) : $0
        }
      }
    },
    Fault(
      "merges the open sessions of a suspended account",
      breaks: "A merge adds no open session of an account that is suspended"
    ) { (merged: inout Merged, _) in
      for case .session(let session) in merged.records
      where merged.state.credentials.suspensions[session.accountID] != nil {
        merged.state.sessions.append(session)
      }
    },
    Fault(
      "keeps its time of the last sign-in in a merge",
      breaks: "A merge takes the later time of the last sign-in, also if nothing else is new"
    ) { (merged: inout Merged, before) in
      if !before.lastSignIns.isEmpty { merged.state.lastSignIns = before.lastSignIns }
    },
    Fault(
      "begins each page of events with the last one of the page before",
      breaks: "Pages of events have each event once, the newest first, and none that is new"
    ) { (page: inout PageRequest, before) in
      guard let last = page.cursor.flatMap({ Int($0.description) }), last < before.lastSequence
      else { return }
      page = PageRequest(at: PageCursor("\(last + 1)"), limit: page.limit)
    },
    Fault(
      "finds accounts outside the scope",
      breaks:
        "An account is found by its nickname in any spelling and by its ID, in the scope alone"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "loses the origin of a change",
      breaks: "Each change records its events, in order, with numbers from 1 on"
    ) { (context: inout ChangeContext, _) in
      context = ChangeContext(
        at: context.time,
        in: context.scope
      )
    },
    Fault(
      "gives two events the same number",
      breaks: "Each change records its events, in order, with numbers from 1 on"
    ) { (after: inout StoreState, before) in
      guard after.lastSequence > before.lastSequence + 1 else { return }
      after.lastSequence -= 1
      after.events.append(after.events.removeLast().numbered(after.lastSequence))
    },
    Fault(
      "excludes the start time of a query",
      breaks: "Events are found by account and time, the newest up to the limit"
    ) { (query: inout HistoryQuery, _) in
      let since = query.since?.advanced(by: .milliseconds(1))
      query = HistoryQuery(of: query.account, since: since)
    },
    Fault(
      "removes the events of an account with it",
      breaks: "Removing an account erases the texts of its events, and of no others"
    ) { (after: inout StoreState, _) in
      let known = Set(after.accounts.map(\.id))
      after.events.removeAll { !known.contains($0.accountID) }
    },
    Fault(
      "keeps the nickname in the event of a removal",
      breaks: "Removing an account erases the texts of its events, and of no others"
    ) { (after: inout StoreState, before) in
      guard let event = after.events.last, event.kind == .accountRemoved,
        let account = before.accounts.first(where: { $0.id == event.accountID })
      else { return }
      after.events.removeLast()
      after.lastSequence -= 1
      after.record(
        .accountRemoved,
        of: account,
        event.sessionID,
        in: ChangeContext(at: event.time)
      )
    },
    Fault(
      "keeps one event too many",
      breaks:
        "The newest events of each account are kept up to the limit, and event numbers continue",
      "An ended session is kept as long as the event of its end, or while it is active"
    ) { (settings: inout StoreSettings, _) in
      settings = StoreSettings(historyLimit: settings.historyLimit + 1)
    },
    Fault(
      "keeps the oldest event out of the history with each new limit",
      breaks: "A change of the settings changes nothing else, and a new store has the standard ones"
    ) { (after: inout StoreState, before) in
      if after.settings != before.settings, !after.events.isEmpty { after.events.removeFirst() }
    },
    Fault(
      "merges events that it has forgotten",
      breaks: "A merge adds no events that the history limit would not keep"
    ) { (merged: inout Merged, _) in
      let known = Set(merged.state.events.map { $0.numbered(0) })
      for case .event(let event) in merged.records where !known.contains(event.numbered(0)) {
        merged.state.lastSequence += 1
        merged.state.events.append(event.numbered(merged.state.lastSequence))
      }
    },
    Fault(
      "keeps the sessions that it has as they are in a merge",
      breaks: "A merge takes the later state of a session that both stores have",
      "A merged sign-out leaves no active session"
    ) { (merged: inout Merged, before) in
      let own = Dictionary(uniqueKeysWithValues: before.sessions.map { ($0.id, $0) })
      merged.state.sessions = merged.state.sessions.map { own[$0.id] ?? $0 }
      merged.state.activeSessions = before.activeSessions
    },
    Fault(
      "takes over every active session of a merged store",
      breaks: "A merge of an earlier copy makes no session active that was signed out since"
    ) { (merged: inout Merged, before) in
      if case .metadata(let metadata)? = merged.records.last, before.activeSessions.isEmpty {
        merged.state.activeSessions = metadata.activeSessions
      }
    },
    Fault(
      "takes over every end of a merged store",
      breaks:
        "A session that has ended in both stores keeps its end, and does not prevent the merge"
    ) { (merged: inout Merged, _) in
      for case .session(let session) in merged.records {
        guard let ending = session.ending else { continue }
        merged.state.sessions = merged.state.sessions.map {
          $0.id == session.id ? $0.ended(ending) : $0
        }
      }
    },
    Fault(
      "takes over the active session where a merge has ended its own",
      breaks: "A merge that ends the active session makes nobody else active"
    ) { (merged: inout Merged, before) in
      if case .metadata(let metadata)? = merged.records.last, merged.state.activeSessions.isEmpty {
        merged.state.activeSessions = metadata.activeSessions
      }
    },
    Fault(
      "takes over an active session on each device that has none",
      breaks: "A merge makes nobody active where somebody has signed out, also if it is repeated"
    ) { (merged: inout Merged, before) in
      if case .metadata(let metadata)? = merged.records.last {
        merged.state.activeSessions.merge(metadata.activeSessions) { own, _ in own }
      }
    },
    Fault(
      "has no active session after a merge in which all of its device have ended",
      breaks: "A merge goes on with a session that has ended, too, and a second one changes nothing"
    ) { (merged: inout Merged, before) in
      let open = merged.state.sessions.filter { $0.ending == nil }
      if !before.activeSessions.isEmpty, open.isEmpty { merged.state.activeSessions = [:] }
    },
    Fault(
      "keeps its active sessions in a merge, though they have ended",
      breaks: "A merge goes on with the session that followed one which it ends",
      "A merge that ends a session and adds a sign-out after it leaves no active session"
    ) { (merged: inout Merged, before) in
      if !before.activeSessions.isEmpty { merged.state.activeSessions = before.activeSessions }
    },
    Fault(
      "counts expired sessions as open",
      breaks: "A session that expires is open in the summary until then"
    ) { (time: inout Timestamp, before) in
      time = before.sessions.first?.startedAt ?? time
    },
    Fault(
      "gives merged sessions one end",
      breaks: "Two merged sessions never name the same event as their end"
    ) { (merged: inout Merged, _) in
      guard let first = merged.state.sessions.first(where: { $0.ending != nil })?.ending else {
        return
      }
      merged.state.sessions = merged.state.sessions.map {
        $0.ending == nil ? $0 : $0.ended(first)
      }
    },
    Fault(
      "takes the settings of a merged store",
      breaks: "A merge keeps the settings of the store"
    ) { (merged: inout Merged, _) in
      if case .metadata(let metadata)? = merged.records.last {
        merged.state.settings = metadata.settings
      }
    },
    Fault(
      "forgets its settings when it is opened",
      breaks: "The settings are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.settings = .standard
    },
    Fault(
      "removes all events beyond the limit at once",
      breaks: "A lower limit removes the oldest events in steps"
    ) { (after: inout StoreState, before) in
      if before.events.count >= after.events.count + HistoryEvent.maximumRemovals / 2 {
        after.events.removeFirst(after.events.count / 2)
      }
    },
    Fault(
      "restarts the event numbers when it is opened",
      breaks: "The history is kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.lastSequence = opened.state.events.last?.sequence ?? 0
    },
    Fault(
      "reports an empty store as unsound",
      breaks: "A new store holds its metadata alone, and is sound"
    ) { (defects: inout [String], before) in
      if before.lastSequence == 0 { defects.append("nothing is there") }
    },
    Fault(
      "omits ended sessions from its contents",
      breaks: "The contents are everything in a store, and make an equal store"
    ) { (records: inout [StoreRecord], _) in
      records.removeAll {
        if case .session(let session) = $0 { session.ending != nil } else { false }
      }
    },
    Fault(
      "reads its contents as of a later moment",
      .readsOn,
      breaks: "The contents are those of one moment"
    ),
    Fault(
      "merges a store twice",
      breaks: "Merging a store into an empty one makes it equal, also when it is opened again"
    ) { (merged: inout Merged, before) in
      guard merged.state.lastSequence == before.lastSequence else { return }
      for record in merged.records {
        guard case .event(let event) = record else { continue }
        merged.state.lastSequence += 1
        merged.state.events.append(event.numbered(merged.state.lastSequence))
      }
    },
    Fault(
      "takes the active session from a merged store",
      breaks: "Merged records follow the existing ones, and the active session stays"
    ) { (merged: inout Merged, _) in
      if case .metadata(let metadata)? = merged.records.last {
        merged.state.activeSessionID = metadata.activeSessionID
      }
    },
    Fault(
      "appends merged sessions to its own",
      breaks: "A session that ended in a merged store ends no session of this store"
    ) { (merged: inout Merged, before) in
      let own = Set(before.sessions.map(\.id))
      merged.state.sessions =
        merged.state.sessions.filter { own.contains($0.id) }
        + merged.state.sessions.filter { !own.contains($0.id) }
    },
    Fault(
      "names the newest account in a conflict",
      breaks: "A merge names the oldest account that a merged nickname looks like"
    ) { (error: inout StoreError, before) in
      guard case .conflicts(let conflicts) = error, let last = before.accounts.last else { return }
      error = .conflicts(
        conflicts.map {
          if case .nicknameHeld(let account, _) = $0 {
            .nicknameHeld(account, by: last)
          } else {
            $0
          }
        }
      )
    },
    Fault(
      "keeps the records merged before a conflict",
      breaks: "A merge of conflicting records is refused with the conflict, and merges nothing"
    ) { (refused: inout Refused, _) in
      refused.state.lastSequence += 1
    },
  ]

  /// Faults of changes, of concurrency, and of durability.
  static let places = [
    Fault(
      "does not publish the current state first",
      breaks: "The first element of the changes is the current state"
    ) { (element: inout Element, _) in
      if element.known == nil { element.isTold = false }
    },
    Fault(
      "publishes changes of sessions and not of accounts",
      breaks: "Every reader that keeps up receives each change in order"
    ) { (element: inout Element, _) in
      guard let known = element.known?.active?.session else { return }
      if known == element.snapshot.active?.session { element.isTold = false }
    },
    Fault(
      "publishes changes of other sessions",
      breaks: "A call that does not change the active session publishes no element"
    ) { (element: inout Element, _) in
      element.isTold = true
    },
    Fault(
      "publishes the active session to every reader",
      breaks: "Readers of an account's changes receive those of its session, active or not"
    ) { (watched: inout Watched, _) in
      watched.subject = .active
    },
    Fault(
      "publishes nine states per reader and no more",
      breaks: "A slow reader receives the last state"
    ) { (element: inout Element, _) in
      if element.place > 9 { element.isTold = false }
    },
    Fault(
      "ends the changes of every reader with the first",
      .endsAllReaders,
      breaks: "The changes end for the reader whose task is cancelled, and for no other"
    ),
    Fault(
      "publishes changes to readers of one object alone",
      .tellsOwnReadersOnly,
      breaks: "Changes made through another object on the same place are published, too",
      "Under concurrent changes of one place a reader receives the last state, and only states that existed",
      "Changes through another object on the same place are noticed, too"
    ),
    Fault(
      "notices no change",
      .noticesNothing,
      breaks: "Each change is noticed, also one that concerns no session",
      "Changes through another object on the same place are noticed, too"
    ),
    Fault(
      "answers for tokens in another order",
      breaks:
        "Tokens lead to their devices and the active sessions of these, in the order of the call"
    ) { (sessions: inout [ProvenSession?], _) in sessions.reverse() },
    Fault(
      "leaves out the sessions of tokens that were not used",
      breaks:
        "Tokens lead to their devices and the active sessions of these, in the order of the call"
    ) { (sessions: inout [ProvenSession?], _) in
      sessions = sessions.map { session in
        session.flatMap {
          $0.proof.isConfirmed ? $0 : ProvenSession($0.proof, SessionSnapshot(active: nil))
        }
      }
    },
    Fault(
      "loses one of two concurrent changes",
      .losesUpdates,
      breaks: "Of 100 concurrent claims on one nickname, one succeeds",
      "Of 100 concurrent claims on nicknames that look the same, one succeeds",
      "Of 100 concurrent sign-ins under one nickname, one adds the account",
      "Of 100 concurrent sign-ins under different nicknames, all are kept",
      "Of 100 concurrent removals of one account, one removes it",
      "Of 100 concurrent replacements of a recovery key, one happens",
      "Of 100 concurrent claims through two stores on one place, one succeeds"
    ),
    Fault(
      "loses its content when it is opened again",
      .forgetsOnReopen,
      breaks: "Acknowledged changes are kept when the store is opened again"
    ),
    Fault(
      "acknowledges a change before it is written",
      .writesLate,
      breaks: "Two stores on one place read each other's changes at once"
    ),
  ]
}
