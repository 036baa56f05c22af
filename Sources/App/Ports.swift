import MonikerDomain
import MonikerPresentation

/// What use cases need, and the use cases that are made of it.
///
/// Each is made when it is asked for: a command needs one of them, and the policy of nicknames takes longer
/// to make than who is signed in to read.
struct Ports {
  let store: any Store
  let present: @Sendable () -> Occasion
  let newAccountID: @Sendable () -> AccountID
  let newSessionID: @Sendable () -> SessionID

  /// What is demanded of nicknames: `moniker` speaks of itself and of nobody.
  static func nicknamePolicy() throws(Problem) -> NicknamePolicy {
    do {
      return try NicknamePolicy(reserving: ["moniker", "nobody"])
    } catch {
      throw Problem(error)
    }
  }
}

extension Services {
  var setNickname: SetNicknameUseCase {
    get throws(Problem) {
      SetNicknameUseCase(
        nicknames: ports.store,
        sessions: ports.store,
        policy: try Ports.nicknamePolicy(),
        present: ports.present,
        newAccountID: ports.newAccountID,
        newSessionID: ports.newSessionID
      )
    }
  }

  var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: ports.store, present: ports.present)
  }

  var accounts: AccountsUseCase {
    get throws(Problem) {
      AccountsUseCase(
        accounts: ports.store,
        nicknames: ports.store,
        policy: try Ports.nicknamePolicy(),
        present: ports.present,
        newAccountID: ports.newAccountID
      )
    }
  }

  var sessions: SessionsUseCase {
    SessionsUseCase(sessions: ports.store, present: ports.present)
  }

  var history: HistoryUseCase {
    get throws(Problem) {
      HistoryUseCase(
        history: ports.store,
        accounts: ports.store,
        policy: try Ports.nicknamePolicy()
      )
    }
  }
}
