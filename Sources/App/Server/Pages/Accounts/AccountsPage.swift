#if Server
import MonikerPresentation

/// The page of the accounts on the browser.
struct AccountsPage: PageTemplates.Content {
  static let template = "accounts"

  /// An account.
  struct Entry: Sendable {
    /// The ID.
    let id: String

    /// The nickname.
    let name: String

    /// Whether it is signed in, in words.
    let state: String

    /// When it last opened a session; nil if it never did.
    let lastSignedIn: DisplayTime?

    /// Whether it is the active one.
    let isActive: Bool

    /// Whether it can be made the active one.
    let canBeActivated: Bool

    /// Whether it can be signed out.
    let isSignedIn: Bool

    /// The form that makes it the active one.
    let switchTicket: PageTicket

    /// The form that signs it out.
    let signOutTicket: PageTicket
  }

  /// What has happened before.
  let notice: String?

  /// The accounts.
  let entries: [Entry]
}
#endif
