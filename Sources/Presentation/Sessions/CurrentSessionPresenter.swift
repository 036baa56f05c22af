public import MonikerDomain

/// Tells who is signed in, as values to show.
public struct CurrentSessionPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription
  private let identity: Identity

  /// Makes the presenter over the use case of a store.
  ///
  /// - Parameters:
  ///   - session: the use case.
  ///   - store: how the store is called in what is shown.
  ///   - identity: whom the answers are about.
  public init(
    session: UserSessionUseCase,
    store: StoreDescription,
    identity: Identity = .active
  ) {
    self.session = session
    self.store = store
    self.identity = identity
  }

  /// Who is signed in.
  ///
  /// - Throws: a problem also where nobody is signed in or the session has expired: there is no
  ///   name to tell then.
  public func identity() async throws(Problem) -> IdentityOutcome {
    switch try await state(of: identity.subject) {
    case .signedIn(let active):
      return IdentityOutcome(active: active, store: store, identity: identity)
    case .signedOut:
      throw identity.notSignedIn
    case .expired(let active):
      throw .expired(active)
    }
  }

  /// Whether somebody is signed in, and by which settings it was found out.
  ///
  /// - Parameters:
  ///   - nicknames: the use case of the same store, asked for nicknames from before today's rules.
  ///   - storeSetting: what chose the store.
  ///   - homeSetting: what chose the folder of the stores without a path of their own.
  /// - Throws: a problem if the store cannot be read; nobody being signed in is an answer.
  public func status(
    of nicknames: SetNicknameUseCase,
    storeSetting: Setting,
    homeSetting: Setting
  ) async throws(Problem) -> StatusOutcome {
    let state = try await state(of: identity.subject)
    var remaining: Duration?
    if case .signedIn(let active) = state { remaining = session.remaining(of: active.session) }
    return StatusOutcome(
      state: state,
      remaining: remaining,
      identity: identity,
      active: identity.rule == nil ? nil : try await self.state(of: .active),
      store: store,
      storeSetting: storeSetting,
      homeSetting: homeSetting,
      lapsed: try await lapsed(nicknames)
    )
  }

  private func lapsed(
    _ nicknames: SetNicknameUseCase
  ) async throws(Problem) -> LapsedNicknames {
    do {
      return LapsedNicknames(try await nicknames.lapsed(limit: LapsedNicknames.limit + 1))
    } catch {
      throw Problem(error)
    }
  }

  private func state(of subject: SessionSubject) async throws(Problem) -> SessionState {
    do {
      return try await session.current(subject)
    } catch {
      throw Problem(error)
    }
  }
}
