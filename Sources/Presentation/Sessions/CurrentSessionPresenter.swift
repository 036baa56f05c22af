public import MonikerDomain

/// Tells who is signed in, as values to show.
public struct CurrentSessionPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription
  private let actingAccount: ActingAccount

  /// Makes the presenter over the use case of a store.
  ///
  /// - Parameters:
  ///   - session: the use case.
  ///   - store: how the store is called in what is shown.
  ///   - identity: whom the answers are about.
  public init(
    session: UserSessionUseCase,
    store: StoreDescription,
    actingAccount: ActingAccount = .active
  ) {
    self.session = session
    self.store = store
    self.actingAccount = actingAccount
  }

  /// Who is signed in; a session that slides is renewed by it.
  ///
  /// - Returns: the answer, and what is to be said beside it if the session could not be renewed.
  /// - Throws: a problem also where nobody is signed in or the session has ended: there is no name to
  ///   tell then.
  public func actingAccount() async throws(Problem) -> (
    outcome: CurrentSessionOutcome, notice: String?
  ) {
    let state: SessionState
    let failure: SessionError?
    do {
      (state, failure) = try await session.use(actingAccount.subject)
    } catch {
      throw Problem(error)
    }
    switch state {
    case .signedIn(let active):
      let outcome = CurrentSessionOutcome(
        active: active,
        store: store,
        actingAccount: actingAccount
      )
      return (outcome, failure.map { "The session was not renewed. \(Problem($0).message)" })
    case .signedOut:
      throw actingAccount.notSignedIn
    case .ended(let active):
      throw .ended(active)
    }
  }

  /// Whether somebody is signed in, and by which settings it was found out.
  ///
  /// - Parameters:
  ///   - storeSetting: what chose the store.
  ///   - homeSetting: what chose the folder of the stores without a path of their own.
  /// - Throws: a problem if the store cannot be read; nobody being signed in is an answer.
  public func status(
    storeSetting: Setting,
    homeSetting: Setting
  ) async throws(Problem) -> StatusOutcome {
    let snapshot = try await snapshot(of: actingAccount.subject)
    let state = session.state(of: snapshot)
    let isSignedIn = if case .signedIn = state { true } else { false }
    return StatusOutcome(
      state: state,
      remaining: isSignedIn ? session.remaining(in: snapshot) : nil,
      futureUse: session.futureUse(in: snapshot),
      actingAccount: actingAccount,
      active: actingAccount.rule == nil
        ? nil : session.state(of: try await self.snapshot(of: .active)),
      store: store,
      storeSetting: storeSetting,
      homeSetting: homeSetting
    )
  }

  private func snapshot(
    of subject: SessionSubject
  ) async throws(Problem) -> SessionSnapshot {
    do {
      return try await session.snapshot(of: subject)
    } catch {
      throw Problem(error)
    }
  }
}
