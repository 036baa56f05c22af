#if Server
/// What has happened before a page is shown, as the cookie of a redirect says it by one of these words.
///
/// In an address, anybody's link could claim it.
enum PageNotice: String, CaseIterable {
  case approved, denied, ended, endedOthers, pictured, renamed, saved, signedIn, signedOut
  case signInFirst, switched, unchanged, over

  /// A sentence.
  var text: String {
    switch self {
    case .approved: "The other device is let in."
    case .denied: "The other device is not let in."
    case .ended: "The session is ended."
    case .endedOthers: "The other sessions are ended."
    case .pictured: "The photo is your picture now."
    case .renamed: "The nickname is changed."
    case .saved: "The profile is saved."
    case .signedIn: "You are signed in."
    case .signedOut: "You are signed out."
    case .signInFirst: "You are not signed in. Nothing was changed."
    case .switched: "The account is switched."
    case .unchanged: "Nothing was changed: it was so already."
    case .over: "The code is over. Begin again."
    }
  }
}
#endif
