package import MonikerDomain

/// The use cases over the ports of a store, for one context.
///
/// Each use case is made on demand: a command needs only one, and making the nickname policy takes
/// longer than reading who is signed in.
package struct StoreUseCases: Sendable {
  package let store: any PersonalStore
  private let photoSource: any PhotoSource
  private let policy: @Sendable () -> NicknamePolicy
  package let context: RequestContext
  private let now: @Sendable () -> Timestamp

  package init(
    _ store: any PersonalStore,
    photos: any PhotoSource,
    policy: @autoclosure @escaping @Sendable () -> NicknamePolicy = .reservingOwnNames,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    photoSource = photos
    self.policy = policy
    self.context = context
    self.now = now
  }

  package var setNickname: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: store,
      sessions: store,
      policy: policy(),
      in: context,
      now: now
    )
  }

  package var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: store, in: context, now: now)
  }

  package var accounts: AccountsUseCase {
    AccountsUseCase(
      accounts: store,
      nicknames: store,
      policy: policy(),
      in: context,
      now: now
    )
  }

  package var sessions: SessionsUseCase {
    SessionsUseCase(sessions: store, in: context, now: now)
  }

  package var profile: ProfileUseCase {
    ProfileUseCase(
      profiles: store,
      sessions: store,
      photos: photoSource,
      in: context,
      now: now
    )
  }

  package var photos: PhotosUseCase { PhotosUseCase(source: photoSource) }

  package var history: HistoryUseCase {
    HistoryUseCase(
      history: store,
      accounts: store,
      sessions: store,
      policy: policy(),
      in: context.scope
    )
  }
}
