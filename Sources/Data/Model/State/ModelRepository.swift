public import MonikerDomain

/// A store that holds all of its content at once, and changes it by the rules of the model.
///
/// A conformer implements only how the content is stored; extensions of this protocol implement the
/// ports.
public protocol ModelRepository: Actor, NicknameRepository, SessionRepository, AccountRepository,
  HistoryRepository, StoreArchive
{
  /// The name of the store in failures.
  nonisolated var location: String { get }

  /// Reads the content, which is empty before the first write.
  ///
  /// - Parameter isWhole: whether the events are needed, too.
  /// - Throws: the failure of the store.
  func state(withEvents isWhole: Bool) throws(StoreFailure) -> StoreState

  /// Changes the content in one step.
  ///
  /// - Parameters:
  ///   - expectation: what the caller knows about the change in advance.
  ///   - body: makes the change; it may run more than once, and the last run counts.
  /// - Returns: the result of `body`, once its change is stored.
  /// - Throws: the failure of the store. The content is unchanged then, unless the failure came
  ///   from making the change durable.
  func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) async throws(StoreFailure) -> Result<Answer, Refusal>
}

/// What the caller knows about a change in advance.
public enum ModelExpectation: Sendable {
  /// The change may turn out to be empty, which needs no lock and no file.
  case any

  /// The change modifies the content unless it is refused.
  case changes

  /// The change fails as busy, without a wait, while another process holds the lock.
  case yields
}

extension ModelRepository {
  private func read<Answer, Failure: PortError>(
    _ failure: Failure.Type,
    withEvents isWhole: Bool = false,
    _ body: (StoreState) -> Answer
  ) throws(Failure) -> Answer {
    do {
      return body(try state(withEvents: isWhole))
    } catch {
      throw .store(error)
    }
  }

  private func perform<Answer, Failure: PortError>(
    _ expectation: ModelExpectation = .any,
    _ body: (inout StoreState) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let outcome: Result<Answer, Failure>
    do {
      outcome = try await change(expectation, body)
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }
}

// MARK: - NicknameRepository

extension ModelRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await perform(.changes) { [location] state throws(NicknameError) in
      try state.signIn(request, at: location)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:at:)``.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID,
    at context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await perform { state throws(NicknameError) in
      try state.assign(nickname, to: account, at: context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await perform { state throws(NicknameError) in
      try state.rename(subject, to: nickname, at: context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts(in:)``.
  public func accounts(in scope: StoreScope) throws(NicknameError) -> [Account] {
    try read(NicknameError.self) { $0.accounts(in: scope) }
  }
}

// MARK: - AccountRepository

extension ModelRepository {
  /// See ``/MonikerDomain/AccountRepository/accountList(in:)``.
  public func accountList(in scope: StoreScope) throws(AccountError) -> AccountList {
    try read(AccountError.self) { $0.accountList(in: scope) }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  public func activate(
    _ target: SwitchTarget,
    at context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await perform { state throws(AccountError) in try state.activate(target, at: context) }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:at:)``.
  public func remove(
    _ id: AccountID,
    at context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await perform { state throws(AccountError) in state.remove(id, at: context) }
  }
}

// MARK: - SessionRepository

extension ModelRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:on:)``.
  public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(SessionError) -> SessionSnapshot {
    try read(SessionError.self) { $0.snapshot(of: subject, on: device) }
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:at:)``.
  public func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await perform(.yields) { state throws(SessionError) in state.renew(subject, at: context) }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  public func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await perform { state throws(SessionError) in
      state.end(subject, at: context, naming: limit)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:at:)``.
  public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await perform { state throws(SessionError) in try state.endSessions(scope, at: context) }
  }

  /// See ``/MonikerDomain/SessionRepository/recordExpiries(at:)``.
  public func recordExpiries(at context: RequestContext) async throws(SessionError) -> Int {
    try await perform { state throws(SessionError) in state.recordExpiries(at: context) }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(endedLimit:in:)``.
  public func sessions(
    endedLimit: Int,
    in scope: StoreScope
  ) throws(SessionError) -> SessionList {
    try read(SessionError.self) { $0.sessions(endedLimit: endedLimit, in: scope) }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:in:)``.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) throws(SessionError) -> SessionList {
    try read(SessionError.self) {
      $0.sessions(beginningWith: prefix, limit: limit, in: scope)
    }
  }
}

// MARK: - HistoryRepository, StoreArchive

extension ModelRepository {
  /// See ``/MonikerDomain/HistoryRepository/contents(of:in:)``.
  public func contents(
    of query: HistoryQuery,
    in scope: StoreScope
  ) throws(HistoryError) -> any HistoryContents {
    try read(HistoryError.self, withEvents: true) { $0.contents(of: query, in: scope) }
  }

  /// See ``/MonikerDomain/StoreArchive/contents()``.
  public func contents() throws(StoreFailure) -> any StoreContents {
    RecordContents(try state(withEvents: true))
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    try await perform { [location] state throws(StoreError) in
      try state.merge(records, at: location)
    }
  }
}
