package import MonikerDomain

/// Everything that a store holds, as a value, with the rules by which it changes.
///
/// This is the model: the in-memory store is nothing else, the property list keeps it in a file,
/// and every other store is compared with it.
package struct StoreState: Equatable, Sendable {
  /// In the order in which they were made.
  package private(set) var accounts: [Account] = []

  /// In the order in which they were opened; one an account at most.
  package private(set) var sessions: [Session] = []

  package private(set) var activeSessionID: SessionID?

  package init() {}

  /// What a store kept, if it does not contradict itself.
  ///
  /// - Throws: what contradicts what, in a few words.
  init(
    accounts: [Account],
    sessions: [Session],
    activeSessionID: SessionID?
  ) throws(Contradiction) {
    let ids = Set(accounts.map(\.id))
    guard ids.count == accounts.count else { throw Contradiction("two accounts have one id") }
    guard Set(accounts.map(\.nickname.key)).count == accounts.count else {
      throw Contradiction("two accounts hold one nickname")
    }
    guard Set(sessions.map(\.id)).count == sessions.count else {
      throw Contradiction("two sessions have one id")
    }
    guard Set(sessions.map(\.accountID)).count == sessions.count else {
      throw Contradiction("an account has two sessions")
    }
    guard sessions.allSatisfy({ ids.contains($0.accountID) }) else {
      throw Contradiction("a session is of an unknown account")
    }
    guard activeSessionID == nil || sessions.contains(where: { $0.id == activeSessionID }) else {
      throw Contradiction("the active session is unknown")
    }
    self.accounts = accounts
    self.sessions = sessions
    self.activeSessionID = activeSessionID
  }

  /// A state that no sequence of changes leads to.
  struct Contradiction: Error {
    let detail: String
    init(_ detail: String) { self.detail = detail }
  }
}

// MARK: - Sessions

extension StoreState {
  package var snapshot: SessionSnapshot {
    let session = sessions.first { $0.id == activeSessionID }
    return SessionSnapshot(active: session.flatMap(active))
  }

  package mutating func endActive(at time: Timestamp, naming limit: Int) -> SignOut {
    let ended = snapshot.active
    sessions.removeAll { $0.id == activeSessionID }
    activeSessionID = nil
    let open = openSessions(at: time, limit: .max)
    return SignOut(ended: ended, open: open, limit: limit)
  }

  package func openSessions(at time: Timestamp, limit: Int) -> [ActiveSession] {
    sessions.lazy.filter { !$0.hasExpired(by: time) }.prefix(max(0, limit)).compactMap(active)
  }

  private func active(_ session: Session) -> ActiveSession? {
    accounts.first { $0.id == session.accountID }.map {
      ActiveSession(account: $0, session: session)
    }
  }
}

// MARK: - Nicknames

extension StoreState {
  package mutating func signIn(_ request: SignInRequest) throws(IdentityInUse) -> SignIn {
    let holder = accounts.first { $0.nickname.key == request.nickname.key }
    let account =
      holder
      ?? Account(id: request.newAccountID, nickname: request.nickname, createdAt: request.time)
    if holder == nil, accounts.contains(where: { $0.id == account.id }) { throw IdentityInUse() }

    let place = sessions.firstIndex { $0.accountID == account.id }
    let kept = place.flatMap { sessions[$0].hasExpired(by: request.time) ? nil : sessions[$0] }
    let session =
      kept?.seen(at: request.time)
      ?? Session(
        id: request.newSessionID,
        accountID: account.id,
        startedAt: request.time,
        lastSeenAt: request.time,
        expiresAt: request.expiresAt,
        origin: request.origin
      )
    if kept == nil, sessions.contains(where: { $0.id == session.id }) { throw IdentityInUse() }

    if holder == nil { accounts.append(account) }
    if let place, kept != nil {
      sessions[place] = session
    } else {
      if let place { sessions.remove(at: place) }
      sessions.append(session)
    }
    activeSessionID = session.id
    return SignIn(
      active: ActiveSession(account: account, session: session),
      isNewAccount: holder == nil,
      isNewSession: kept == nil
    )
  }

  package mutating func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(NicknameTaken) -> Account {
    if let holder = accounts.first(where: { $0.nickname.key == nickname.key }), holder.id != id {
      throw NicknameTaken(holder: holder)
    }
    if let place = accounts.firstIndex(where: { $0.id == id }) {
      accounts[place] = Account(
        id: id,
        nickname: nickname,
        createdAt: accounts[place].createdAt
      )
      return accounts[place]
    }
    let account = Account(id: id, nickname: nickname, createdAt: time)
    accounts.append(account)
    return account
  }

  package mutating func renameActive(
    to nickname: Nickname,
    at time: Timestamp
  ) throws(RenamingRefused) -> Renaming {
    let before: ActiveSession
    switch snapshot.state(at: time) {
    case .signedOut: throw .notSignedIn
    case .expired(let active): throw .sessionExpired(active)
    case .signedIn(let active): before = active
    }
    do {
      let account = try claim(nickname, for: before.account.id, at: time)
      let after = ActiveSession(account: account, session: before.session)
      return Renaming(before: before, after: after)
    } catch {
      throw .taken(error)
    }
  }

  /// Why the account of the active session keeps its nickname.
  package enum RenamingRefused: Error {
    case notSignedIn
    case sessionExpired(ActiveSession)
    case taken(NicknameTaken)

    /// The refusal as the port words it.
    func error(for nickname: Nickname) -> NicknameError {
      switch self {
      case .notSignedIn: .notSignedIn
      case .sessionExpired(let active): .sessionExpired(active)
      case .taken(let taken): .taken(nickname, holder: taken.holder)
      }
    }
  }

  /// An identity that had to be new belongs to another account or session.
  package struct IdentityInUse: Error {}

  /// Another account holds the nickname.
  package struct NicknameTaken: Error {
    let holder: Account
  }
}
