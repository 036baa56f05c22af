public import MonikerDomain

/// Tells who is signed in, and then of each change, as values to show.
public struct SessionWatchPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(session: UserSessionUseCase, store: StoreDescription) {
    self.session = session
    self.store = store
  }

  /// Shows the present state of the active session, and then each other one; that a session runs out
  /// is a change, too.
  ///
  /// - Parameter show: is handed each state in turn; false ends it.
  /// - Throws: a problem if the store cannot be read, or what `show` throws.
  public func run(
    _ show: (SessionWatchOutcome) throws(Problem) -> Bool
  ) async throws(Problem) {
    var states = session.states().makeAsyncIterator()
    while let state = try await next(&states) {
      guard try show(SessionWatchOutcome(state: state, store: store)) else { return }
    }
  }

  private func next(_ states: inout SessionStates.AsyncIterator) async throws(Problem)
    -> SessionState?
  {
    do {
      return try await states.next()
    } catch {
      throw Problem(error)
    }
  }
}
