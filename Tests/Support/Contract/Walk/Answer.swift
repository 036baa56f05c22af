import MonikerDomain

/// The answer to a step, without texts that may differ between stores.
enum Answer: Equatable {
  case signedIn(SignIn)
  case account(Account)
  case conflict(NicknameConflict?)
  case renamed(Renaming)
  case signedOut(SignOut)
  case reopened
  case refused(NicknameError)
  case activated(Activation)
  case removed(AccountRemoval?)
  case saved(Profile)
  case profileRefused(ProfileError)
  case renewed(SessionSnapshot)
  case ended([SessionEntry])
  case recorded(Int)
  case limited(StoreSettings)
  case listed(SessionList)
  case told([HistoryEvent])
  case sessionRefused(SessionError)
  case accountRefused(AccountError)
  case failed(StoreFailure.Reason)
  case other(String)
}
