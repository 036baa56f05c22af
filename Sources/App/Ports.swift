import MonikerDomain

/// What use cases need, and the use cases that are made of it.
///
/// Each is made when it is asked for: a command needs one of them, and the policy of nicknames takes longer
/// to make than who is signed in to read.
struct Ports {
  let store: any Store
  let present: @Sendable () -> Occasion
  let newAccountID: @Sendable () -> AccountID
  let newSessionID: @Sendable () -> SessionID
}

extension Services {
  var setNickname: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: ports.store,
      sessions: ports.store,
      policy: .reservingOwnNames,
      present: ports.present,
      newAccountID: ports.newAccountID,
      newSessionID: ports.newSessionID
    )
  }

  var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: ports.store, present: ports.present)
  }

  var accounts: AccountsUseCase {
    AccountsUseCase(
      accounts: ports.store,
      nicknames: ports.store,
      policy: .reservingOwnNames,
      present: ports.present,
      newAccountID: ports.newAccountID
    )
  }

  var sessions: SessionsUseCase {
    SessionsUseCase(sessions: ports.store, present: ports.present)
  }

  var history: HistoryUseCase {
    HistoryUseCase(history: ports.store, accounts: ports.store, policy: .reservingOwnNames)
  }
}
