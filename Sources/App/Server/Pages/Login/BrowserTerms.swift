#if Server
import MonikerDomain

/// How long a session lasts that a person begins in a browser.
enum BrowserTerms: String, CaseIterable {
  case untilSignOut, hours, days

  /// The choice in words.
  var words: String {
    switch self {
    case .untilSignOut: "until I sign out"
    case .hours: "for 8 hours"
    case .days: "until I have not used it for 30 days"
    }
  }

  /// The terms of the session.
  var terms: SessionTerms {
    switch self {
    case .untilSignOut: .unlimited
    case .hours: SessionTerms(lifetime: .seconds(8 * 3_600))
    case .days: SessionTerms(lifetime: .seconds(30 * 86_400), isSliding: true)
    }
  }

  /// All choices, of which one is chosen.
  static func choices(_ chosen: BrowserTerms) -> [SignInPage.Term] {
    allCases.map {
      SignInPage.Term(value: $0.rawValue, words: $0.words, isChosen: $0 == chosen)
    }
  }
}
#endif
