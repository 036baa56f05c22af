#if Server
/// The page on which a person signs in.
struct SignInPage: PageTemplates.Content {
  static let template = "sign-in"

  /// How long a session lasts that a person begins on the page.
  struct Term: Sendable {
    /// The value of the choice.
    let value: String

    /// The choice in words.
    let words: String

    /// Whether it is chosen.
    let isChosen: Bool
  }

  /// An account that is signed in and not active.
  struct Other: Sendable {
    /// The nickname.
    let name: String
  }

  /// What has happened before.
  var notice: String?

  /// That the session has ended.
  var ended: Sentence?

  /// Whether somebody is signed in already, who adds an account.
  var isAdding = false

  /// Whether the service takes no new accounts.
  let isClosed: Bool

  /// Whether it takes some, and nobody is signed in.
  var isOpen: Bool

  /// The accounts that are signed in on the browser, none of which is active.
  var others: [Other] = []

  /// Whether there are such accounts.
  var hasOthers = false

  /// The nickname as it was typed.
  var nickname = ""

  /// What is wrong with the nickname.
  var problem: Sentence?

  /// The choices of how long the session lasts.
  var terms: [Term] = BrowserTerms.choices(BrowserTerms.allCases[0])

  /// The form.
  let ticket: PageTicket
}
#endif
