public import MonikerDomain

/// Tells who is signed in, as values to show.
public struct CurrentSessionPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(session: UserSessionUseCase, store: StoreDescription) {
    self.session = session
    self.store = store
  }

  /// Who is signed in.
  ///
  /// - Throws: a problem also where nobody is signed in or the session has expired: there is no
  ///   name to tell then.
  public func identity() async throws(Problem) -> IdentityOutcome {
    switch try await state() {
    case .signedIn(let active):
      return IdentityOutcome(active: active, store: store, source: .active)
    case .signedOut:
      throw .notSignedIn
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
    StatusOutcome(
      state: try await state(),
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

  private func state() async throws(Problem) -> SessionState {
    do {
      return try await session.current()
    } catch {
      throw Problem(error)
    }
  }
}
