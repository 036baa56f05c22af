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

  /// See ``/MonikerDomain/NicknameRepository/renameActive(to:at:)``.
  public func renameActive(
    to nickname: Nickname,
    at time: Timestamp
  ) throws(NicknameError) -> Renaming {
    do {
      let renaming = try state.renameActive(to: nickname, at: time)
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

extension InMemoryRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/current()``.
  public func current() -> SessionSnapshot {
    state.snapshot
  }

  /// See ``/MonikerDomain/SessionRepository/endActive(at:naming:)``.
  public func endActive(at time: Timestamp, naming limit: Int) -> SignOut {
    let signOut = state.endActive(at: time, naming: limit)
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
