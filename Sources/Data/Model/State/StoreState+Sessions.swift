package import MonikerDomain

extension StoreState {
  package func snapshot(of subject: SessionSubject, on device: DeviceID) -> SessionSnapshot {
    SessionSnapshot(active: place(of: subject, on: device).flatMap { active(sessions[$0]) })
  }

  package mutating func renew(
    _ subject: SessionSubject,
    at context: ChangeContext
  ) -> SessionSnapshot {
    let device = context.deviceID
    let before = snapshot(of: subject, on: device)
    return perform(context) { state in
      guard let place = state.place(of: subject, on: device),
        let used = state.sessions[place].used(at: context.time)
      else {
        return .unchanged(before)
      }
      state.sessions[place] = used
      return .changed(state.snapshot(of: subject, on: device))
    }
  }

  package mutating func end(
    _ subject: SessionSubject,
    at context: ChangeContext,
    naming limit: Int
  ) throws(SessionError) -> SignOut {
    let device = context.deviceID
    return try performOnce(context) { state throws(SessionError) in
      let place = state.place(of: subject, on: device)
      let isActive = place.map { state.isActive(state.sessions[$0]) } ?? false
      let isOpen = place.map { state.sessions[$0].isOpen(at: context.time) } ?? false
      guard let place, isActive || isOpen else {
        let open = state.openSessions(on: device, at: context.time)
        return .unchanged(SignOut(ended: nil, open: open, limit: limit))
      }
      let before = state.lastSequence
      state.recordExpiry(place, by: context.time)
      if isOpen { state.end(place, .signedOut, in: context, state.accountsByID) }
      if isActive { state.activeSessions[device] = nil }
      let ended = state.active(state.sessions[place])
      // Without an event, nothing else removes a session that is active no longer.
      if state.lastSequence == before {
        state.forget([state.sessions[place].accountID])
      }
      let open = state.openSessions(on: device, at: context.time)
      return .changed(SignOut(ended: ended, open: open, limit: limit))
    }
  }

  package mutating func recordExpiries(at context: ChangeContext) -> Int {
    perform(context) { state in
      let due = state.sessions.enumerated()
        .filter { $0.element.ending == nil && $0.element.hasExpired(by: context.time) }
        .compactMap { place, session in session.expiresAt.map { (place: place, expiry: $0) } }
        .sorted { ($0.expiry, $0.place) < ($1.expiry, $1.place) }
        .prefix(Session.maximumExpiries)
      guard !due.isEmpty else { return .unchanged(0) }
      let holders = state.accountsByID
      for (place, _) in due { state.recordExpiry(place, by: context.time, holders) }
      return .changed(due.count)
    }
  }

  package mutating func endSessions(
    _ scope: SessionSelection,
    at context: ChangeContext
  ) throws(SessionError) -> [SessionEntry] {
    try performOnce(context) { state throws(SessionError) in
      let open = try state.openSessions(scope, context)
      let ids = Set(
        state.sessions.lazy.map(\.id).filter(open.contains).prefix(Session.maximumRevocations)
      )
      let isVoiding = try state.voidOwnLinks(scope, context)
      guard !ids.isEmpty else { return isVoiding ? .changed([]) : .unchanged([]) }
      let holders = state.accountsByID
      for place in state.sessions.indices where ids.contains(state.sessions[place].id) {
        state.end(place, .revoked, in: context, holders)
      }
      let ended = state.sessions.filter { ids.contains($0.id) }
      state.voidLinks(of: ended.map(\.accountID))
      return .changed(state.entries(ended, for: context.deviceID))
    }
  }

  /// Voids the links of the account whose session a revocation keeps.
  ///
  /// - Returns: whether there were some.
  private mutating func voidOwnLinks(
    _ selection: SessionSelection,
    _ context: ChangeContext
  ) throws(SessionError) -> Bool {
    guard let subject = selection.keptSubject else { return false }
    let before = credentials.links.count
    voidLinks(of: [try openSession(of: subject, context).accountID])
    return credentials.links.count < before
  }

  private func openSessions(
    _ selection: SessionSelection,
    _ context: ChangeContext
  ) throws(SessionError) -> Set<SessionID> {
    let visible = sessions(in: context.view)
    let open = Set(visible.filter { $0.isOpen(at: context.time) }.map(\.id))
    switch selection {
    case .session(let id):
      guard visible.contains(where: { $0.id == id }) else { throw .noSuchSession(id.description) }
      return open.intersection([id])
    case .subject(let subject):
      return [try openSession(of: subject, context).id]
    case .others(let subject):
      return open.subtracting([try openSession(of: subject, context).id])
    case .otherDevices(let subject):
      let own = try openSession(of: subject, context)
      let ofAccount = visible.filter { $0.accountID == own.accountID }.map(\.id)
      return open.intersection(ofAccount).subtracting([own.id])
    case .all:
      return open
    }
  }

  private func openSession(
    of subject: SessionSubject,
    _ context: ChangeContext
  ) throws(SessionError) -> Session {
    let snapshot = snapshot(of: subject, on: context.deviceID)
    guard let active = snapshot.active?.state(at: context.time) else { throw .notSignedIn }
    guard active.session.ending == nil else { throw .sessionEnded(active) }
    return active.session
  }

  package func openSessions(
    _ page: PageRequest,
    in view: StoreView,
    at location: String
  ) throws(StoreFailure) -> Page<SessionEntry> {
    let found = try page.page(of: sessions(in: view), at: location) {
      $0.ending == nil
    } _: {
      ($0.startedAt, $0.id.description)
    }
    return Page(entries: entries(found.entries, for: view.deviceID), next: found.next)
  }

  package func endedSessions(
    _ page: PageRequest,
    in view: StoreView,
    at location: String
  ) throws(StoreFailure) -> Page<SessionEntry> {
    var bound = Int.max
    if let cursor = page.cursor {
      guard let number = Int(cursor.description) else { throw .noSuchCursor(at: location) }
      bound = number
    }
    let ended = sessions(in: view)
      .compactMap { session in session.ending?.sequence.map { (sequence: $0, session: session) } }
      .filter { $0.sequence < bound }.sorted { $0.sequence > $1.sequence }
    let found = Page(Array(ended.prefix(page.limit + 1)), page) { PageCursor("\($0.sequence)") }
    return Page(
      entries: entries(found.entries.map(\.session), for: view.deviceID),
      next: found.next
    )
  }

  package func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in view: StoreView
  ) -> SessionList {
    let found = sessions(in: view).lazy.filter { prefix.begins($0.id) }.prefix(max(0, limit))
    return SessionList(entries: entries(found, for: view.deviceID), moreHaveEnded: false)
  }

  private func sessions(in view: StoreView) -> [Session] {
    guard let visible = accountIDs(in: view) else { return sessions }
    return sessions.filter { visible.contains($0.accountID) }
  }

  /// The accounts in a view; nil for all, including removed ones.
  package func accountIDs(in view: StoreView) -> Set<AccountID>? {
    switch view.scope {
    case .everything: nil
    case .device(let device):
      Set(sessions.filter { $0.deviceID == device && $0.isOpen(at: view.time) }.map(\.accountID))
    }
  }

  /// The open sessions on a device, in the order of opening.
  private func openSessions(on device: DeviceID, at time: Timestamp) -> [AccountSession] {
    held(sessions.filter { $0.isOpen(at: time) && $0.deviceID == device })
  }

  /// The place of a session on a device: the active session there, or the last one of an account
  /// unless it was signed out.
  package func place(of subject: SessionSubject, on device: DeviceID) -> Int? {
    switch subject {
    case .active:
      guard let id = activeSessions[device] else { return nil }
      return sessions.firstIndex { $0.id == id }
    case .holder(let reference):
      return accounts.holder(of: reference).flatMap { place(of: $0.id, on: device) }
    case .account(let id):
      return place(of: id, on: device)
    }
  }

  /// Where the open session of an account on a device is.
  package func openPlace(of account: AccountID, on device: DeviceID) -> Int? {
    place(of: account, on: device).flatMap { sessions[$0].ending == nil ? $0 : nil }
  }

  package func place(of account: AccountID, on device: DeviceID) -> Int? {
    let last = sessions.lastIndex { $0.accountID == account && $0.deviceID == device }
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

  private func entries(
    _ sessions: some Sequence<Session>,
    for device: DeviceID
  ) -> [SessionEntry] {
    let active = activeSessions[device]
    return held(sessions).map { SessionEntry(holder: $0, isActive: $0.session.id == active) }
  }
}

extension Session {
  /// Whether it has neither ended nor expired.
  package func isOpen(at time: Timestamp) -> Bool {
    ending == nil && !hasExpired(by: time)
  }

  /// Whether its account ended it itself.
  package var isSignedOut: Bool { ending?.reason == .signedOut }
}
