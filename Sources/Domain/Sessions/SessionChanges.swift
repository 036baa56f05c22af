/// The states of the active session, the present one first.
///
/// Only the newest state waits for a reader: states are whole, so the last one says all.
public struct SessionChanges: AsyncSequence, Sendable {
  /// The end of the sequence that a store feeds.
  public struct Continuation: Sendable {
    fileprivate let wrapped: AsyncStream<Result<SessionSnapshot, SessionError>>.Continuation

    /// Hands on a state; it replaces one that was not read yet.
    ///
    /// - Returns: false once nobody reads the sequence any more.
    @discardableResult
    public func yield(_ snapshot: SessionSnapshot) -> Bool {
      if case .terminated = wrapped.yield(.success(snapshot)) { false } else { true }
    }

    /// Ends the sequence with a failure.
    public func finish(throwing error: SessionError) {
      wrapped.yield(.failure(error))
      wrapped.finish()
    }

    /// Calls `action` once nobody reads the sequence any more.
    public func onTermination(_ action: @escaping @Sendable () -> Void) {
      wrapped.onTermination = { _ in action() }
    }
  }

  /// Reads the states in turn.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var wrapped: AsyncStream<Result<SessionSnapshot, SessionError>>.AsyncIterator

    /// The next state; nil once the reading task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SessionError) -> SessionSnapshot? {
      try await wrapped.next(isolation: actor)?.get()
    }

    /// The next state; nil once the reading task is cancelled.
    public mutating func next() async throws(SessionError) -> SessionSnapshot? {
      try await next(isolation: #isolation)
    }
  }

  private let wrapped: AsyncStream<Result<SessionSnapshot, SessionError>>

  /// Makes the sequence and hands its feeding end to `start`, which yields the present state first.
  public init(_ start: (Continuation) -> Void) {
    wrapped = AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      start(Continuation(wrapped: continuation))
    }
  }

  /// Starts to read; the sequence has one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wrapped: wrapped.makeAsyncIterator())
  }
}
