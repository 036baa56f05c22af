import MonikerDomain

@testable import MonikerData

extension Fault {
  /// Faults of accounts and of sessions.
  static let sessions = [
    Fault(
      "forgets when an account last signed in",
      breaks: "Accounts are listed in their order, each with its session and whether that is active"
    ) { (after: inout StoreState, _) in
      after.lastSignIns = [:]
    },
    Fault(
      "does not say who was active before",
      breaks: "Switching makes another open session active, and changes nothing else"
    ) { (activation: inout Activation, _) in
      activation = Activation(before: nil, after: activation.after)
    },
    Fault(
      "says of an account without an open session that it is not there",
      breaks: "Switching to whoever is not signed in is refused, says why, and changes nothing",
      "Switching to somebody whose session was ended is refused with it"
    ) { (error: inout AccountError, _) in
      switch error {
      case .notSignedIn(let account): error = .noSuchAccount(account.nickname.text)
      case .sessionEnded(let active): error = .noSuchAccount(active.account.nickname.text)
      default: break
      }
    },
    Fault(
      "leaves nobody active when any account is removed",
      breaks: "A removed account is gone with its session, and nothing else is"
    ) { (after: inout StoreState, before) in
      if after.has(.accountRemoved, since: before) { after.activeSessionID = nil }
    },
    Fault(
      "makes an open session active after a sign-out",
      breaks: "Ending the active session leaves nobody active and the others open"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedOut, since: before), after.activeSessionID == nil else { return }
      after.activeSessionID = after.sessions.last { $0.ending == nil }?.id
    },
    Fault(
      "never says that more sessions are open",
      breaks: "Ending names who stays signed in, up to the limit, also when nobody was active"
    ) { (signOut: inout SignOut, _) in
      signOut = SignOut(ended: signOut.ended, stillOpen: signOut.stillOpen, moreAreOpen: false)
    },
    Fault(
      "records the last event again where nothing changes",
      breaks: "Ending twice ends nothing the second time",
      "What changes nothing is not told"
    ) { (after: inout StoreState, before) in
      guard after == before, let last = after.events.last else { return }
      after.lastSequence += 1
      after.events.append(last.numbered(after.lastSequence))
    },
    Fault(
      "leaves nobody active once the session has ended",
      breaks:
        "A session that ran out stays the active one, as ended, until its holder signs out",
      "Of an ended session that is active signing out lets go, and ends nothing twice"
    ) { (after: inout StoreState, _) in
      let active = after.sessions.first { $0.id == after.activeSessionID }
      if active?.ending != nil { after.activeSessionID = nil }
    },
    Fault(
      "calls a session new only with a new account",
      breaks: "A session that was ended is not taken up again"
    ) { (signIn: inout SignIn, _) in
      signIn = SignIn(
        active: signIn.active,
        isNewAccount: signIn.isNewAccount,
        isNewSession: signIn.isNewAccount
      )
    },
    Fault(
      "puts the session that was opened last before the others",
      breaks: "Open sessions come in the order of opening, unexpired, up to the limit"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before), let last = after.sessions.popLast() else { return }
      after.sessions.insert(last, at: 0)
    },
    Fault(
      "takes the active session for everybody's",
      breaks: "A nickname leads to its account's session, whoever is active",
      "Of an account without a session nobody else's is found, and it is not active"
    ) { (subject: inout SessionSubject, _) in
      subject = .active
    },
    Fault(
      "leaves nobody active after any sign-out",
      breaks: "Ending a named session ends no other, and leaves who is active"
    ) { (after: inout StoreState, before) in
      if after.has(.signedOut, since: before) { after.activeSessionID = nil }
    },
    Fault(
      "makes whoever is renamed active",
      breaks: "Renaming by a nickname renames its account, and leaves who is active"
    ) { (after: inout StoreState, before) in
      guard after.has(.renamed, since: before), let renamed = after.events.last else { return }
      after.activeSessionID = renamed.sessionID ?? after.activeSessionID
    },
    Fault(
      "removes sessions that have ended",
      breaks: "Sessions are listed in the order of opening, with the last that were ended"
    ) { (after: inout StoreState, _) in
      let ended = Set(after.sessions.filter { $0.ending != nil }.map(\.id))
      after.sessions.removeAll { ended.contains($0.id) }
      if let active = after.activeSessionID, ended.contains(active) { after.activeSessionID = nil }
    },
    Fault(
      "returns one more than the limit",
      breaks: "Sessions are found by the beginning of their identity",
      "Ending names who stays signed in, up to the limit, also when nobody was active"
    ) { (limit: inout Int, _) in
      if limit < .max { limit += 1 }
    },
    Fault(
      "ends the own session with all others",
      breaks: "Ending sessions ends those that are meant, and leaves who is active"
    ) { (scope: inout SessionScope, _) in
      if case .others = scope { scope = .all }
    },
    Fault(
      "ends nothing where the session is not there",
      breaks: "Ending sessions that have ended, or that are not there, changes nothing"
    ) { (result: inout Result<[SessionEntry], SessionError>, _) in
      if case .failure = result { result = .success([]) }
    },
    Fault(
      "brings a session back that has run out",
      breaks: "An end that was recorded stays, whatever the clock says later"
    ) { (after: inout StoreState, _) in
      after.sessions = after.sessions.map {
        $0.ending?.reason == .expired
          ? Session(
            id: $0.id,
            accountID: $0.accountID,
            startedAt: $0.startedAt,
            lastSeenAt: $0.lastSeenAt,
            expiresAt: $0.expiresAt,
            origin: $0.origin
          ) : $0
      }
    },
    Fault(
      "does not record what has run out",
      breaks: "What has run out is recorded by the next change, in the order of expiry"
    ) { (after: inout StoreState, _) in
      after.events.removeAll { $0.kind == .expired }
    },
  ]
}
