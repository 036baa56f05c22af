package import MonikerDomain

extension StoreState {
  package var snapshot: SessionSnapshot { snapshot(of: .active) }

  package func snapshot(of subject: SessionSubject) -> SessionSnapshot {
    SessionSnapshot(active: place(of: subject).flatMap { active(sessions[$0]) })
  }

  package mutating func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) -> SessionSnapshot {
    let before = snapshot(of: subject)
    return perform(context) { state in
      guard let place = state.place(of: subject),
        let used = state.sessions[place].used(at: context.time)
      else {
        return .unchanged(before)
      }
      state.sessions[place] = used
      return .changed(state.snapshot(of: subject))
    }
  }

  package mutating func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) -> SignOut {
    perform(context) { state in
      let place = state.place(of: subject)
      let isActive = place.map { state.sessions[$0].id == state.activeSessionID } ?? false
      guard let place, isActive || state.sessions[place].ending == nil else {
        return .unchanged(SignOut(ended: nil, open: state.openSessions, limit: limit))
      }
      if state.sessions[place].ending == nil {
        state.end(place, .signedOut, in: context, state.accountsByID)
      }
      if isActive { state.activeSessionID = nil }
      let ended = state.active(state.sessions[place])
      return .changed(SignOut(ended: ended, open: state.openSessions, limit: limit))
    }
  }

  package mutating func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) throws(SessionError) -> [SessionEntry] {
    try perform(context) { state throws(SessionError) in
      let ids = try state.openSessions(in: scope)
      guard !ids.isEmpty else { return .unchanged([]) }
      let holders = state.accountsByID
      for place in state.sessions.indices where ids.contains(state.sessions[place].id) {
        state.end(place, .revoked, in: context, holders)
      }
      return .changed(state.entries(state.sessions.filter { ids.contains($0.id) }))
    }
  }

  private func openSessions(in scope: SessionScope) throws(SessionError) -> Set<SessionID> {
    let open = Set(sessions.filter { $0.ending == nil }.map(\.id))
    switch scope {
    case .session(let id):
      guard sessions.contains(where: { $0.id == id }) else { throw .noSuchSession(id.description) }
      return open.intersection([id])
    case .subject(let subject):
      return [try openSession(of: subject)]
    case .others(let subject):
      return open.subtracting([try openSession(of: subject)])
    case .all:
      return open
    }
  }

  private func openSession(of subject: SessionSubject) throws(SessionError) -> SessionID {
    guard let active = snapshot(of: subject).active else { throw .notSignedIn }
    guard active.session.ending == nil else { throw .sessionEnded(active) }
    return active.session.id
  }

  package func sessions(endedLimit: Int) -> SessionList {
    let ended = sessions.compactMap(\.ending?.sequence).sorted(by: >)
    let shown = Set(ended.prefix(max(0, endedLimit)))
    return SessionList(
      entries: entries(sessions.filter { $0.ending?.sequence.map(shown.contains) ?? true }),
      moreHaveEnded: ended.count > shown.count
    )
  }

  package func sessions(beginningWith prefix: SessionIDPrefix, limit: Int) -> SessionList {
    SessionList(
      entries: entries(sessions.lazy.filter { prefix.begins($0.id) }.prefix(max(0, limit))),
      moreHaveEnded: false
    )
  }

  /// The open sessions, in the order of opening.
  private var openSessions: [AccountSession] {
    held(sessions.filter { $0.ending == nil })
  }

  /// The place of a session: the active session, or the last session of an account unless it was
  /// signed out.
  package func place(of subject: SessionSubject) -> Int? {
    switch subject {
    case .active:
      return sessions.firstIndex { $0.id == activeSessionID }
    case .holder(let reference):
      return accounts.holder(of: reference).flatMap { place(of: $0.id) }
    }
  }

  /// Where the open session of an account is.
  package func openPlace(of account: AccountID) -> Int? {
    place(of: account).flatMap { sessions[$0].ending == nil ? $0 : nil }
  }

  package func place(of account: AccountID) -> Int? {
    let last = sessions.lastIndex { $0.accountID == account }
    return last.flatMap { sessions[$0].isSignedOut ? nil : $0 }
  }

  package func active(_ session: Session) -> AccountSession? {
    accounts.first { $0.id == session.accountID }.map {
      AccountSession(account: $0, session: session)
    }
  }

  /// The sessions with their accounts.
  private func held(_ sessions: some Sequence<Session>) -> [AccountSession] {
    let holders = accountsByID
    return sessions.compactMap { session in
      holders[session.accountID].map { AccountSession(account: $0, session: session) }
    }
  }

  private func entries(_ sessions: some Sequence<Session>) -> [SessionEntry] {
    held(sessions).map { SessionEntry(holder: $0, isActive: $0.session.id == activeSessionID) }
  }
}

extension Session {
  /// Whether its account ended it itself.
  package var isSignedOut: Bool { ending?.reason == .signedOut }
}
