import Moniker
import MonikerDomain

extension Services {
  var setNickname: SetNicknameUseCase { useCases.setNickname }

  var userSession: UserSessionUseCase { useCases.userSession }

  var accounts: AccountsUseCase { useCases.accounts }

  var sessions: SessionsUseCase { useCases.sessions }

  var profile: ProfileUseCase { useCases.profile }

  var photos: PhotosUseCase { useCases.photos }

  var history: HistoryUseCase { useCases.history }
}
