/// The states of a subject's session, starting with the present one.
///
/// Only the newest unread state is buffered. Each state is complete, so a reader needs no earlier
/// one.
public struct SessionChanges: AsyncSequence, Sendable {
  /// The producer's side of the sequence.
  public struct Continuation: Sendable {
    fileprivate let wrapped: AsyncStream<Result<SessionSnapshot, SessionError>>.Continuation

    /// Delivers a state, which replaces an unread one.
    ///
    /// - Returns: false if the sequence has ended or has lost its reader.
    @discardableResult
    public func yield(_ snapshot: SessionSnapshot) -> Bool {
      if case .terminated = wrapped.yield(.success(snapshot)) { false } else { true }
    }

    /// Ends the sequence with a failure.
    public func finish(throwing error: SessionError) {
      wrapped.yield(.failure(error))
      wrapped.finish()
    }

    /// Sets the action to call when the sequence ends or loses its reader.
    public func onTermination(_ action: @escaping @Sendable () -> Void) {
      wrapped.onTermination = { _ in action() }
    }
  }

  /// Reads the states in order.
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

  /// Creates the sequence and passes its continuation to `start`, which yields the present state
  /// first.
  public init(_ start: (Continuation) -> Void) {
    wrapped = AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      start(Continuation(wrapped: continuation))
    }
  }

  /// Returns the iterator; the sequence supports one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wrapped: wrapped.makeAsyncIterator())
  }
}
