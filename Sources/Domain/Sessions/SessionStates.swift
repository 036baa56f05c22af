/// The present state and each different state after it; only the newest unread one is buffered.
public struct SessionStates: AsyncSequence, Sendable {
  /// Reads the states in order.
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

  /// An event after which the state is judged again.
  private enum Moment {
    case changed(SessionSnapshot)
    case ranOut
    case failed(SessionError)
  }

  private let wrapped: AsyncStream<Result<SessionState, SessionError>>

  /// A sequence that fails at once.
  package init(failingWith error: SessionError) {
    wrapped = AsyncStream { continuation in
      continuation.yield(.failure(error))
      continuation.finish()
    }
  }

  /// A sequence of a state that does not change.
  package init(_ state: SessionState) {
    // Without `finish()`, it ends when the task that reads it is cancelled.
    wrapped = AsyncStream { $0.yield(.success(state)) }
  }

  init(of subject: SessionSubject, in session: UserSessionUseCase) {
    wrapped = AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        await Self.follow(subject, in: session) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Returns the iterator; the sequence supports one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wrapped: wrapped.makeAsyncIterator())
  }

  private static func follow(
    _ subject: SessionSubject,
    in session: UserSessionUseCase,
    _ tell: (Result<SessionState, SessionError>) -> Void
  ) async {
    let (moments, continuation) = AsyncStream.makeStream(of: Moment.self)
    let reading = Task {
      do throws(SessionError) {
        for try await snapshot in session.changes(of: subject) {
          continuation.yield(.changed(snapshot))
        }
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
      if case .signedIn(let active) = state, let end = active.session.expiresAt {
        expiry = Task {
          do { try await session.sleep(end) } catch { return }
          continuation.yield(.ranOut)
        }
      }
      if state != told { tell(.success(state)) }
      told = state
    }
  }
}

extension SessionState {
  /// The state without the number of the event that records the end of the session.
  package var withoutNumber: SessionState {
    guard case .ended(let active) = self, let ending = active.session.ending else { return self }
    let session = active.session.ended(SessionEnding(at: ending.time, ending.reason))
    return .ended(AccountSession(account: active.account, session: session))
  }
}
