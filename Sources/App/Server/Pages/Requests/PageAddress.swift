#if Server
/// The addresses of the pages that others lead to.
enum PageAddress: String, CaseIterable {
  case home = "/"
  case signIn = "/sign-in"
  case waiting = "/sign-in/link"
  case link = "/link"
  case recoveryKey = "/recovery-key"
  case keyWaiting = "/recovery-key/link"
  case accounts = "/accounts"
  case sessions = "/sessions"
  case profile = "/profile"
  case photos = "/photos"
  case history = "/history"

  /// The pages of the navigation, in their order, with their names.
  static let navigation: [(address: PageAddress, name: String)] = [
    (.home, "Home"), (.accounts, "Accounts"), (.sessions, "Sessions"), (.profile, "Profile"),
    (.photos, "Photos"), (.history, "History"),
  ]
}
#endif
