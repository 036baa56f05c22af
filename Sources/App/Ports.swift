import MonikerDomain

/// The ports of the use cases.
///
/// Each use case is made on demand: a command needs only one, and making the nickname policy takes
/// longer than reading who is signed in.
struct Ports {
  let store: any Store
  let scope: StoreScope
  let now: @Sendable () -> RequestContext
  let newAccountID: @Sendable () -> AccountID
  let newSessionID: @Sendable () -> SessionID
}

extension Services {
  var setNickname: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: ports.store,
      sessions: ports.store,
      policy: .reservingOwnNames,
      now: ports.now,
      newAccountID: ports.newAccountID,
      newSessionID: ports.newSessionID
    )
  }

  var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: ports.store, now: ports.now)
  }

  var accounts: AccountsUseCase {
    AccountsUseCase(
      accounts: ports.store,
      nicknames: ports.store,
      policy: .reservingOwnNames,
      now: ports.now,
      newAccountID: ports.newAccountID
    )
  }

  var sessions: SessionsUseCase {
    SessionsUseCase(sessions: ports.store, now: ports.now)
  }

  var history: HistoryUseCase {
    HistoryUseCase(
      history: ports.store,
      accounts: ports.store,
      policy: .reservingOwnNames,
      in: ports.scope
    )
  }
}
