#if Server
/// What has happened before a page is shown, as the cookie of a redirect says it by one of these words.
///
/// In an address, anybody's link could claim it.
enum PageNotice: String, CaseIterable {
  case approved, denied, ended, endedOthers, pictured, renamed, saved, signedIn, signedOut
  case signInFirst, spelled, switched, unapproved, unchanged, over

  /// A sentence.
  var text: String {
    switch self {
    case .approved: "The other device is approved."
    case .denied: "The other device is denied."
    case .ended: "The session is ended."
    case .endedOthers: "The other sessions are ended."
    case .pictured: "The photo is your picture now."
    case .renamed: "The nickname is changed."
    case .saved: "The profile is saved."
    case .signedIn: "You are signed in."
    case .signedOut: "You are signed out."
    case .signInFirst: "You are not signed in. Nothing was changed."
    case .spelled: "The nickname is written otherwise than you have typed it."
    case .switched: "The account is switched."
    case .unapproved: "The other device has approved it for another account. Nothing was changed."
    case .unchanged: "Nothing was changed: it was so already."
    case .over: "The code is over. Begin again."
    }
  }
}
#endif
