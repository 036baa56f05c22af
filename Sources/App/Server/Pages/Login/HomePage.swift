#if Server
import MonikerDomain
import MonikerPresentation

/// The page of somebody who is signed in: who that is, until when, and what can be done about it.
struct HomePage: PageTemplates.Content {
  static let template = "home"

  /// What has happened before.
  var notice: String?

  /// The nickname.
  let nickname: String

  /// When the session began.
  let since: DisplayTime

  /// When it ends; nil if it does not.
  let until: DisplayTime?

  /// For how long each use renews it; nil if none does.
  let renewal: String?

  /// The new nickname as it was typed.
  var typed: String

  /// What is wrong with the new nickname.
  var problem: Sentence?

  /// The form that renames.
  let renameTicket: PageTicket

  /// The form that signs out.
  let signOutTicket: PageTicket

  /// The form that looks up a code.
  let codeTicket: PageTicket

  init(_ active: AccountSession, _ pages: Pages) {
    nickname = active.account.nickname.text
    typed = nickname
    let row = SessionRow(active)
    (since, until, renewal) = (row.startedAt, row.endAt, row.renewal)
    renameTicket = pages.ticket(active.account.id)
    signOutTicket = pages.ticket(active.account.id)
    codeTicket = pages.ticket(active.account.id)
  }
}
#endif
