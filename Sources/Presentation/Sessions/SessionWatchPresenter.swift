public import MonikerDomain

/// The presenter of `moniker watch`: the state of the active session, and each change of it.
public struct SessionWatchPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(session: UserSessionUseCase, store: StoreDescription) {
    self.session = session
    self.store = store
  }

  /// Shows the present state of the active session, then each new one; expiry is a change too.
  ///
  /// - Parameter show: takes each state in turn; it returns false to end the watch.
  /// - Throws: a problem if the store cannot be read, or the error of `show`.
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
