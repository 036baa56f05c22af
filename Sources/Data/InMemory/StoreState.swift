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
      throw Contradiction(Contradiction.sharedNickname)
    }
    guard Set(accounts.map(\.nickname.skeleton)).count == accounts.count,
      Set(accounts.map(\.nickname.shownSkeleton)).count == accounts.count
    else {
      throw Contradiction("two accounts hold nicknames that look the same")
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
    static let sharedNickname = "two accounts hold one nickname"

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

  package func snapshot(of subject: SessionSubject) -> SessionSnapshot {
    switch subject {
    case .active:
      return snapshot
    case .holder(let reference):
      let holder = holder(of: reference)
      let session = sessions.first { $0.accountID == holder?.id }
      return SessionSnapshot(active: session.flatMap(active))
    }
  }

  package mutating func end(
    _ subject: SessionSubject,
    at time: Timestamp,
    naming limit: Int
  ) -> SignOut {
    let ended = snapshot(of: subject).active
    sessions.removeAll { $0.id == ended?.session.id }
    if activeSessionID == ended?.session.id { activeSessionID = nil }
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
  package mutating func signIn(_ request: SignInRequest) throws(SignInRefused) -> SignIn {
    let holder = holder(of: request.reference)
    let account = if let holder { holder } else { try newAccount(for: request) }

    let place = sessions.firstIndex { $0.accountID == account.id }
    let earlier = place.map { sessions[$0] }
    let kept = earlier?.kept(by: request)
    let session =
      kept
      ?? Session(
        id: request.newSessionID,
        accountID: account.id,
        startedAt: request.time,
        lastSeenAt: request.time,
        expiresAt: request.expiresAt,
        origin: request.origin
      )
    if kept == nil, sessions.contains(where: { $0.id == session.id }) { throw .identityInUse }

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
      isNewSession: kept == nil,
      isRenewed: kept != nil && kept?.expiresAt != earlier?.expiresAt
    )
  }

  /// The account that is meant; nil if there is none.
  func holder(of reference: NicknameReference) -> Account? {
    accounts.holder(of: reference)
  }

  private func newAccount(for request: SignInRequest) throws(SignInRefused) -> Account {
    let nickname: Nickname
    do {
      nickname = try request.claim.get()
    } catch {
      throw .rejected(error)
    }
    do {
      _ = try nickname.claimed(over: nil, holder: nil, lookalike: lookalike(of: nickname))
    } catch {
      throw .claim(error, of: nickname)
    }
    guard accounts.allSatisfy({ $0.id != request.newAccountID }) else { throw .identityInUse }
    return Account(id: request.newAccountID, nickname: nickname, createdAt: request.time)
  }

  package mutating func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(ClaimRefusal) -> Account {
    let place = accounts.firstIndex { $0.id == id }
    let account = Account(
      id: id,
      nickname: try nickname.claimed(
        over: place.map { accounts[$0].nickname },
        holder: account(with: nickname.spellingKey, otherThan: id)
          ?? account(with: nickname.key, otherThan: id),
        lookalike: lookalike(of: nickname, otherThan: id)
      ),
      createdAt: place.map { accounts[$0].createdAt } ?? time
    )
    if let place { accounts[place] = account } else { accounts.append(account) }
    return account
  }

  private func account(with key: NicknameKey, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.key == key && $0.id != id }
  }

  private func lookalike(of nickname: Nickname, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.resembles(nickname) && $0.id != id }
  }

  package func lapsedNicknames(limit: Int) -> [LapsedNickname] {
    accounts.lazy.filter(\.nickname.isLapsed).prefix(max(0, limit)).map { account in
      LapsedNickname(
        account,
        holder: { self.account(with: $0) },
        lookalike: { lookalike(of: $0, otherThan: account.id) }
      )
    }
  }

  package mutating func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at time: Timestamp
  ) throws(RenamingRefused) -> Renaming {
    let before: ActiveSession
    switch snapshot(of: subject).state(at: time) {
    case .signedOut: throw .notSignedIn
    case .expired(let active): throw .sessionExpired(active)
    case .signedIn(let active): before = active
    }
    do {
      let account = try claim(nickname, for: before.account.id, at: time)
      let after = ActiveSession(account: account, session: before.session)
      return Renaming(before: before, after: after)
    } catch {
      throw .claim(error)
    }
  }

  /// Why nobody is signed in by a request.
  package enum SignInRefused: Error {
    /// An identity that had to be new belongs to another account or session.
    case identityInUse
    case rejected(NicknameRejection)
    case claim(ClaimRefusal, of: Nickname)

    /// The refusal as the port words it.
    ///
    /// - Parameter location: the store, as failures name it.
    package func error(at location: String) -> NicknameError {
      switch self {
      case .identityInUse: .store(.identityInUse(at: location))
      case .rejected(let rejection): .rejected(rejection)
      case .claim(let refusal, let nickname): refusal.error(for: nickname)
      }
    }
  }

  /// Why an account keeps its nickname.
  package enum RenamingRefused: Error {
    case notSignedIn
    case sessionExpired(ActiveSession)
    case claim(ClaimRefusal)

    /// The refusal as the port words it.
    package func error(for nickname: Nickname) -> NicknameError {
      switch self {
      case .notSignedIn: .notSignedIn
      case .sessionExpired(let active): .sessionExpired(active)
      case .claim(let refusal): refusal.error(for: nickname)
      }
    }
  }
}

// MARK: - Accounts

extension StoreState {
  package var accountEntries: [AccountEntry] {
    accounts.map { account in
      let session = sessions.first { $0.accountID == account.id }
      return AccountEntry(
        account: account,
        session: session,
        isActive: session != nil && session?.id == activeSessionID
      )
    }
  }

  package mutating func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) throws(AccountError) -> Activation {
    guard let holder = holder(of: reference) else { throw .noSuchAccount(reference.text) }
    switch snapshot(of: .holder(of: reference)).state(at: time) {
    case .signedOut: throw .notSignedIn(holder)
    case .expired(let expired): throw .sessionExpired(expired)
    case .signedIn(let after):
      let before = snapshot.active
      activeSessionID = after.session.id
      return Activation(before: before, after: after)
    }
  }

  package mutating func remove(_ id: AccountID) -> AccountRemoval? {
    guard let holder = accounts.first(where: { $0.id == id }) else { return nil }
    let session = sessions.first { $0.accountID == holder.id }
    if activeSessionID == session?.id { activeSessionID = nil }
    sessions.removeAll { $0.accountID == holder.id }
    accounts.removeAll { $0.id == holder.id }
    return AccountRemoval(account: holder, session: session)
  }
}
