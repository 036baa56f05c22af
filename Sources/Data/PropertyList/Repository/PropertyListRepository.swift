public import MonikerDomain

/// A store in a property list that other programs can read.
///
/// ``PropertyListDefaults`` owns the file and the lock; the model, `StoreState`, has the rules;
/// `PropertyListLayout` says how the one is written in the other. The file is read and written as
/// a whole, so it serves up to some ten thousand accounts.
public actor PropertyListRepository {
  private let defaults: PropertyListDefaults
  private var subscribers = SessionSubscribers()
  private let executor = BlockingExecutor(label: "moniker.plist")

  /// The thread that waiting for the lock and the disk has to itself.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the file; it and its folder are made when something is first written.
  ///   - wait: how long a call waits for other processes before it fails as busy.
  public init(path: String, wait: Duration = .seconds(5)) {
    defaults = PropertyListDefaults(path: path, wait: wait)
  }

  /// The state that the file holds; an empty one where there is no file.
  private func state() throws(StoreFailure) -> StoreState {
    try PropertyListLayout.state(in: try defaults.read() ?? [:], at: defaults.path)
  }

  /// Changes the state as one step, also between processes.
  private func change<Answer, Refusal: Error>(
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    // A file that is another program's is left without a lock file beside it, as it was found.
    if try !defaults.hasLockFile { _ = try state() }
    var changed: StoreState?
    let outcome = try defaults.update { content throws(Obstacle<Refusal>) in
      var state: StoreState
      do throws(StoreFailure) {
        state = try PropertyListLayout.state(in: content, at: defaults.path)
      } catch {
        throw .failure(error)
      }
      let before = state
      let answer: Answer
      do throws(Refusal) {
        answer = try body(&state)
      } catch {
        throw .refusal(error)
      }
      if state != before || content.isEmpty { PropertyListLayout.write(state, to: &content) }
      changed = state
      return answer
    }
    if let changed { subscribers.tell(changed.snapshot) }
    switch outcome {
    case .success(let answer): return .success(answer)
    case .failure(.refusal(let refusal)): return .failure(refusal)
    case .failure(.failure(let failure)): throw failure
    }
  }

  /// Why a change was not made although the file could be read.
  private enum Obstacle<Refusal: Error>: Error {
    case failure(StoreFailure)
    case refusal(Refusal)
  }

  // MARK: Changes

  private func subscribe(_ continuation: SessionChanges.Continuation) {
    do {
      subscribers.add(continuation, present: try state().snapshot) { [weak self] number in
        Task { await self?.unsubscribe(number) }
      }
    } catch {
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int) {
    subscribers.remove(number)
  }
}

extension PropertyListRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let outcome: Result<SignIn, StoreState.IdentityInUse>
    do {
      outcome = try change { state throws(StoreState.IdentityInUse) in try state.signIn(request) }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let signIn): return signIn
    case .failure: throw .store(.identityInUse(at: defaults.path))
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  public func claim(
    _ nickname: Nickname,
    for account: AccountID,
    at time: Timestamp
  ) throws(NicknameError) -> Account {
    let outcome: Result<Account, StoreState.NicknameTaken>
    do {
      outcome = try change { state throws(StoreState.NicknameTaken) in
        try state.claim(nickname, for: account, at: time)
      }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let account): return account
    case .failure(let taken): throw .taken(nickname, holder: taken.holder)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  public func accounts() throws(NicknameError) -> [Account] {
    do {
      return try state().accounts
    } catch {
      throw .store(error)
    }
  }
}

extension PropertyListRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/current()``.
  public func current() throws(SessionError) -> SessionSnapshot {
    do {
      return try state().snapshot
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endActive()``.
  public func endActive() throws(SessionError) -> ActiveSession? {
    do {
      // Asked first, so that signing out where nobody is signed in writes nothing and makes no
      // file. Whoever signs in right after it counts as having signed in after this call.
      guard try state().activeSessionID != nil else { return nil }
      return try change { state in state.endActive() }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(at:limit:)``.
  public func openSessions(
    at time: Timestamp,
    limit: Int
  ) throws(SessionError) -> [ActiveSession] {
    do {
      return try state().openSessions(at: time, limit: limit)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}
