import MonikerDomain
import MonikerDoubles
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of accounts and of sessions.
  static let sessions = [
    Fault(
      "returns an expired session as open when it switches away from it",
      breaks: "Switching away from a session that has expired returns it as ended"
    ) { (activation: inout Activation, before) in
      guard let ended = activation.before, ended.session.ending != nil,
        let stored = before.sessions.first(where: { $0.id == ended.session.id })
      else { return }
      activation = Activation(
        before: AccountSession(account: ended.account, session: stored),
        after: activation.after
      )
    },
    Fault(
      "ends the sessions that were opened last",
      breaks:
        "Ending all sessions ends the first ten thousand, and a refusal names the first hundred"
    ) { (ended: inout [SessionEntry], _) in
      if ended.count == Session.maximumRevocations { ended.reverse() }
    },
    Fault(
      "loses the time of an account's last sign-in",
      breaks: "Accounts are listed in order, each with its session and whether that is active"
    ) { (after: inout StoreState, _) in
      after.lastSignIns = [:]
    },
    Fault(
      "does not return the previously active account",
      breaks: "Switching makes another open session active, and changes nothing else"
    ) { (activation: inout Activation, _) in
      activation = Activation(before: nil, after: activation.after)
    },
    Fault(
      "counts the active account as another one",
      breaks: "Switching to the only other account finds it, or names all that could be meant"
    ) { (error: inout AccountError, before) in
      guard case .ambiguous(let accounts) = error else { return }
      let active = before.snapshot(of: .active, on: TestDevice.current).active.map(\.account)
      error = .ambiguous(accounts + [active].compactMap(\.self))
    },
    Fault(
      "finds accounts by nickname alone",
      breaks: "Switching by ID finds the account under any nickname"
    ) { (target: inout SwitchTarget, before) in
      guard case .account(let id) = target,
        let first = before.accounts.first(where: { $0.id == id })
      else { return }
      let former = before.events.first { $0.accountID == id }?.nickname
      let nickname = former.flatMap { try? Nickname($0) } ?? first.nickname
      target = .holder(of: NicknameReference(nickname))
    },
    Fault(
      "reports an account without an open session as unknown",
      breaks:
        "Switching to an account that is not signed in is refused with the reason, and changes nothing",
      "Switching to an account with an ended session is refused with that session"
    ) { (error: inout AccountError, _) in
      switch error {
      case .notSignedIn(let account): error = .noSuchAccount(account.nickname.text)
      case .sessionEnded(let active): error = .noSuchAccount(active.account.nickname.text)
      default: break
      }
    },
    Fault(
      "leaves no session active when any account is removed",
      breaks: "Removing an account removes it and its session, and nothing else"
    ) { (after: inout StoreState, before) in
      if after.has(.accountRemoved, since: before) { after.activeSessionID = nil }
    },
    Fault(
      "makes an open session active after a sign-out",
      breaks: "Ending the active session leaves no session active and the others open"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedOut, since: before), after.activeSessionID == nil else { return }
      after.activeSessionID = after.sessions.last { $0.ending == nil }?.id
    },
    Fault(
      "never reports that more sessions are open",
      breaks:
        "Ending returns the sessions still open, up to the limit, even if no session was active"
    ) { (signOut: inout SignOut, _) in
      signOut = SignOut(ended: signOut.ended, stillOpen: signOut.stillOpen, moreAreOpen: false)
    },
    Fault(
      "records the last event again if nothing changes",
      breaks: "Ending a second time ends nothing",
      "A call that changes nothing records no event"
    ) { (after: inout StoreState, before) in
      guard after == before, let last = after.events.last else { return }
      after.lastSequence += 1
      after.events.append(last.numbered(after.lastSequence))
    },
    Fault(
      "leaves no session active once the active one has ended",
      breaks:
        "An expired session stays active, as ended, until its holder signs out",
      "Signing out of an ended active session leaves no session active, and ends nothing again"
    ) { (after: inout StoreState, _) in
      let active = after.sessions.first { $0.id == after.activeSessionID }
      if active?.ending != nil { after.activeSessionID = nil }
    },
    Fault(
      "reports a session as new only with a new account",
      breaks: "A sign-in does not reopen an ended session"
    ) { (signIn: inout SignIn, _) in
      signIn = SignIn(
        active: signIn.active,
        isNewAccount: signIn.isNewAccount,
        isNewSession: signIn.isNewAccount
      )
    },
    Fault(
      "lists the session that was opened last first",
      breaks: "Open sessions are listed in the order of opening, unexpired, up to the limit"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before), let last = after.sessions.popLast() else { return }
      after.sessions.insert(last, at: 0)
    },
    Fault(
      "returns the active session for every account",
      breaks: "A nickname selects its account's session, whichever session is active",
      "An account without a session has none of another account, and is not active"
    ) { (subject: inout SessionSubject, _) in
      subject = .active
    },
    Fault(
      "leaves no session active after any sign-out",
      breaks: "Ending a session by nickname ends no other, and keeps the active one"
    ) { (after: inout StoreState, before) in
      if after.has(.signedOut, since: before) { after.activeSessionID = nil }
    },
    Fault(
      "makes a renamed account active",
      breaks: "Renaming by nickname renames its account, and keeps the active session"
    ) { (after: inout StoreState, before) in
      guard after.has(.renamed, since: before), let renamed = after.events.last else { return }
      after.activeSessionID = renamed.sessionID ?? after.activeSessionID
    },
    Fault(
      "removes ended sessions",
      breaks: "Sessions are listed in the order of their start, with the sessions that ended last"
    ) { (after: inout StoreState, _) in
      let ended = Set(after.sessions.filter { $0.ending != nil }.map(\.id))
      after.sessions.removeAll { ended.contains($0.id) }
      if let active = after.activeSessionID, ended.contains(active) { after.activeSessionID = nil }
    },
    Fault(
      "returns one more than the limit",
      breaks: "Sessions are found by a prefix of their ID",
      "Ending returns the sessions still open, up to the limit, even if no session was active"
    ) { (limit: inout Int, _) in
      if limit < .max { limit += 1 }
    },
    Fault(
      "ends the caller's session with all others",
      breaks: "Ending sessions ends exactly the selected ones, and keeps the active one"
    ) { (scope: inout SessionSelection, _) in
      if case .others = scope { scope = .all }
    },
    Fault(
      "ends nothing, without an error, if the session does not exist",
      breaks: "Ending sessions that have ended or do not exist changes nothing"
    ) { (result: inout Result<[SessionEntry], SessionError>, _) in
      if case .failure = result { result = .success([]) }
    },
    Fault(
      "reopens an expired session",
      breaks: "A recorded end stays at any later time of the clock"
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
      "does not record expired sessions",
      breaks: "Expired sessions are recorded in the order of expiry, a hundred at a time",
      "A change records the expiry of the session that it replaces, and of no other"
    ) { (after: inout StoreState, _) in
      after.events.removeAll { $0.kind == .expired }
    },
    Fault(
      "records all expired sessions with each change",
      breaks: "A change records the expiry of the session that it replaces, and of no other"
    ) { (after: inout StoreState, before) in
      guard after != before, let time = after.events.last?.time else { return }
      _ = after.recordExpiries(at: ChangeContext(at: time))
    },
  ]
}
