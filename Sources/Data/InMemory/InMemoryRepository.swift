public import MonikerDomain

/// A store in memory: a ``StoreState``, guarded by an actor.
public actor InMemoryRepository {
  /// The content of the store.
  package internal(set) var state: StoreState
  var watching = StoreWatching()

  /// Makes an empty store.
  public init() {
    state = StoreState()
  }

  /// Makes a store with this content.
  package init(_ state: StoreState) {
    self.state = state
  }
}

extension InMemoryRepository: WatchedStore {
  nonisolated var watchedPath: String? { nil }

  func snapshot() -> SessionSnapshot {
    state.snapshot
  }
}

extension InMemoryRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    do {
      let signIn = try state.signIn(request)
      watching.subscribers.tell(state.snapshot)
      return signIn
    } catch {
      throw error.error(at: "memory")
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:at:)``.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID,
    at context: RequestContext
  ) throws(NicknameError) -> Account {
    do {
      let account = try state.assign(nickname, to: account, at: context)
      watching.subscribers.tell(state.snapshot)
      return account
    } catch {
      throw error.error(for: nickname)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) throws(NicknameError) -> Renaming {
    do {
      let renaming = try state.rename(subject, to: nickname, at: context)
      watching.subscribers.tell(state.snapshot)
      return renaming
    } catch {
      throw error.error(for: nickname)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  public func accounts() -> [Account] {
    state.accounts
  }
}

extension InMemoryRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountList()``.
  public func accountList() -> AccountList {
    state.accountList
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  public func activate(
    _ reference: NicknameReference,
    at context: RequestContext
  ) throws(AccountError) -> Activation {
    let activation = try state.activate(reference, at: context)
    watching.subscribers.tell(state.snapshot)
    return activation
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:at:)``.
  public func remove(_ id: AccountID, at context: RequestContext) -> AccountRemoval? {
    let removal = state.remove(id, at: context)
    watching.subscribers.tell(state.snapshot)
    return removal
  }
}

extension InMemoryRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:)``.
  public func session(of subject: SessionSubject) -> SessionSnapshot {
    state.snapshot(of: subject)
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  public func end(_ subject: SessionSubject, at context: RequestContext, naming limit: Int)
    -> SignOut
  {
    let signOut = state.end(subject, at: context, naming: limit)
    watching.subscribers.tell(state.snapshot)
    return signOut
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:at:)``.
  public func renew(_ subject: SessionSubject, at context: RequestContext) -> SessionSnapshot {
    let snapshot = state.renew(subject, at: context)
    watching.subscribers.tell(state.snapshot)
    return snapshot
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:at:)``.
  public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) throws(SessionError) -> [SessionEntry] {
    let ended = try state.endSessions(scope, at: context)
    watching.subscribers.tell(state.snapshot)
    return ended
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(endedLimit:)``.
  public func sessions(endedLimit: Int) -> SessionList {
    state.sessions(endedLimit: endedLimit)
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:)``.
  public func sessions(beginningWith prefix: SessionIDPrefix, limit: Int) -> SessionList {
    state.sessions(beginningWith: prefix, limit: limit)
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    watchedChanges()
  }
}

extension InMemoryRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/contents(of:)``.
  public func contents(of query: HistoryQuery) -> any HistoryContents {
    state.contents(of: query)
  }
}
