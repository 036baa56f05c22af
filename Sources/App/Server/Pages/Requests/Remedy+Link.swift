#if Server
import MonikerPresentation

/// A link to a page, as a page words what a person can do next.
struct PageLink: Sendable {
  /// The address.
  let address: String

  /// The words.
  let words: String
}

extension Remedy {
  /// The page on which a person can do it; nil for what no page does.
  var link: PageLink? {
    switch self {
    case .signIn, .signInAgain: link(to: .signIn, "Sign in")
    case .addAccount: link(to: .signIn, "Add an account")
    case .listAccounts, .chooseAccount, .activateAccount: link(to: .accounts, "Accounts")
    case .listPhotos: link(to: .photos, "Photos")
    case .editProfile, .editAgain: link(to: .profile, "Profile")
    case .listSessions, .showMoreSessions: link(to: .sessions, "Sessions")
    case .showMoreEvents: link(to: .history, "History")
    // No page asks for what these need; most are done with the tool, by the operator.
    case .prove, .signOutFirst, .confirmRemoval, .recover, .restore, .useAnother, .importExport,
      .checkPath, .checkService, .chooseStore, .choosePath, .protect, .chooseTargetOrMerge,
      .chooseTargetOrReplace, .endRule, .endRuleOrSignIn, .signOutAsOrEndRule, .update:
      nil
    }
  }

  private func link(to page: PageAddress, _ words: String) -> PageLink {
    PageLink(address: page.rawValue, words: words)
  }
}
#endif
