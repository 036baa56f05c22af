public import MonikerDomain

/// A store that lasts as long as the process: the model, guarded by an actor.
public actor InMemoryRepository {
  private var state: StoreState
  private var subscribers = SessionSubscribers()

  /// Makes an empty store.
  public init() {
    state = StoreState()
  }

  /// Makes a store that holds what another held.
  package init(_ state: StoreState) {
    self.state = state
  }

  private func subscribe(_ continuation: SessionChanges.Continuation) {
    subscribers.add(continuation, present: state.snapshot) { [weak self] number in
      Task { await self?.unsubscribe(number) }
    }
  }

  private func unsubscribe(_ number: Int) {
    subscribers.remove(number)
  }
}

extension InMemoryRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    do {
      let signIn = try state.signIn(request)
      subscribers.tell(state.snapshot)
      return signIn
    } catch {
      throw error.error(at: "memory")
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  public func claim(
    _ nickname: Nickname,
    for account: AccountID,
    at time: Timestamp
  ) throws(NicknameError) -> Account {
    do {
      let account = try state.claim(nickname, for: account, at: time)
      subscribers.tell(state.snapshot)
      return account
    } catch {
      throw error.error(for: nickname)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at time: Timestamp
  ) throws(NicknameError) -> Renaming {
    do {
      let renaming = try state.rename(subject, to: nickname, at: time)
      subscribers.tell(state.snapshot)
      return renaming
    } catch {
      throw error.error(for: nickname)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  public func accounts() -> [Account] {
    state.accounts
  }

  /// See ``/MonikerDomain/NicknameRepository/lapsedNicknames(limit:)``.
  public func lapsedNicknames(limit: Int) -> [LapsedNickname] {
    state.lapsedNicknames(limit: limit)
  }
}

extension InMemoryRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountEntries()``.
  public func accountEntries() -> [AccountEntry] {
    state.accountEntries
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  public func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) throws(AccountError) -> Activation {
    let activation = try state.activate(reference, at: time)
    subscribers.tell(state.snapshot)
    return activation
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:)``.
  public func remove(_ id: AccountID) -> AccountRemoval? {
    let removal = state.remove(id)
    subscribers.tell(state.snapshot)
    return removal
  }
}

extension InMemoryRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:)``.
  public func session(of subject: SessionSubject) -> SessionSnapshot {
    state.snapshot(of: subject)
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  public func end(_ subject: SessionSubject, at time: Timestamp, naming limit: Int) -> SignOut {
    let signOut = state.end(subject, at: time, naming: limit)
    subscribers.tell(state.snapshot)
    return signOut
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(at:limit:)``.
  public func openSessions(at time: Timestamp, limit: Int) -> [ActiveSession] {
    state.openSessions(at: time, limit: limit)
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}
