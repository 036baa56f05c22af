import MonikerDomain

/// What use cases need, and the use cases that are made of it.
///
/// Each is made when it is asked for: a command needs one of them, and the policy of nicknames takes longer
/// to make than who is signed in to read.
struct Ports {
  let store: any Store
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
    HistoryUseCase(history: ports.store, accounts: ports.store, policy: .reservingOwnNames)
  }
}
