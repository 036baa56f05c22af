/// Who is signed in at present, and then each other state, the newest of those not read yet.
public struct SessionStates: AsyncSequence, Sendable {
  /// Reads the states in turn.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var wrapped: AsyncStream<Result<SessionState, SessionError>>.AsyncIterator

    /// The next state; nil once the reading task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SessionError) -> SessionState? {
      try await wrapped.next(isolation: actor)?.get()
    }

    /// The next state; nil once the reading task is cancelled.
    public mutating func next() async throws(SessionError) -> SessionState? {
      try await next(isolation: #isolation)
    }
  }

  /// Something after which the state is judged anew.
  private enum Moment {
    case changed(SessionSnapshot)
    case ranOut
    case failed(SessionError)
  }

  private let wrapped: AsyncStream<Result<SessionState, SessionError>>

  init(of session: UserSessionUseCase) {
    wrapped = AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        await Self.follow(session) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Starts to read; the sequence has one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wrapped: wrapped.makeAsyncIterator())
  }

  private static func follow(
    _ session: UserSessionUseCase,
    _ tell: (Result<SessionState, SessionError>) -> Void
  ) async {
    let (moments, continuation) = AsyncStream.makeStream(of: Moment.self)
    let reading = Task {
      do throws(SessionError) {
        for try await snapshot in session.changes() { continuation.yield(.changed(snapshot)) }
      } catch {
        continuation.yield(.failed(error))
      }
      continuation.finish()
    }
    var expiry: Task<Void, Never>?
    defer {
      reading.cancel()
      expiry?.cancel()
    }
    var snapshot: SessionSnapshot?
    var told: SessionState?
    for await moment in moments {
      switch moment {
      case .changed(let new): snapshot = new
      case .ranOut: break
      case .failed(let error): return tell(.failure(error))
      }
      guard let snapshot else { continue }
      let state = session.state(of: snapshot).withoutNumber
      expiry?.cancel()
      if case .signedIn = state, let left = session.remaining(in: snapshot) {
        expiry = Task {
          do { try await Task.sleep(for: left) } catch { return }
          continuation.yield(.ranOut)
        }
      }
      if state != told { tell(.success(state)) }
      told = state
    }
  }
}

extension SessionState {
  /// The same, whether or not the end of the session has been recorded since.
  fileprivate var withoutNumber: SessionState {
    guard case .ended(let active) = self, let ending = active.session.ending else { return self }
    let session = active.session.ended(SessionEnding(at: ending.time, ending.reason))
    return .ended(AccountSession(account: active.account, session: session))
  }
}
