import MonikerDomain

/// The ports of the use cases.
///
/// Each use case is made on demand: a command needs only one, and making the nickname policy takes
/// longer than reading who is signed in.
struct Ports {
  let store: any Store
  let photos: any PhotoSource
  let context: RequestContext
  let now: @Sendable () -> Timestamp
}

extension Services {
  var setNickname: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: ports.store,
      sessions: ports.store,
      policy: .reservingOwnNames,
      in: ports.context,
      now: ports.now
    )
  }

  var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: ports.store, in: ports.context, now: ports.now)
  }

  var accounts: AccountsUseCase {
    AccountsUseCase(
      accounts: ports.store,
      nicknames: ports.store,
      policy: .reservingOwnNames,
      in: ports.context,
      now: ports.now
    )
  }

  var sessions: SessionsUseCase {
    SessionsUseCase(sessions: ports.store, in: ports.context, now: ports.now)
  }

  var profile: ProfileUseCase {
    ProfileUseCase(
      profiles: ports.store,
      sessions: ports.store,
      photos: ports.photos,
      in: ports.context,
      now: ports.now
    )
  }

  var photos: PhotosUseCase {
    PhotosUseCase(source: ports.photos)
  }

  var history: HistoryUseCase {
    HistoryUseCase(
      history: ports.store,
      accounts: ports.store,
      sessions: ports.store,
      policy: .reservingOwnNames,
      in: ports.context.scope
    )
  }
}
