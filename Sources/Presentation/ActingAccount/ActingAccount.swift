public import MonikerDomain

/// The account whose session a command uses, and why: by the strongest rule, or else the active one.
public struct ActingAccount: Hashable, Sendable {
  /// The active account.
  public static let active = ActingAccount([])

  /// All rules, the strongest first.
  public let rules: [ActingAccountRule]

  /// The account that the request means, whatever it is called now; nil if rules decide.
  private let account: AccountID?

  /// Makes the value.
  ///
  /// - Parameter rules: all rules, the strongest first; empty for the active account.
  public init(_ rules: [ActingAccountRule]) {
    self.init(rules, account: nil)
  }

  private init(_ rules: [ActingAccountRule], account: AccountID?) {
    self.rules = rules
    self.account = account
  }

  /// An account whose session is used whether it is the active one or not: a page says which account it shows.
  public static func account(_ id: AccountID) -> ActingAccount { ActingAccount([], account: id) }

  /// The rule that names the acting account; nil if it is the active one.
  var rule: ActingAccountRule? { rules.first }

  /// The subject of the session to use.
  public var subject: SessionSubject {
    account.map { .account($0) } ?? rule.map { .holder(of: $0.nickname) } ?? .active
  }

  /// The source of the rule, in JSON.
  var sourceName: String { rule?.sourceName ?? "active" }

  /// The acting account is not signed in.
  var notSignedIn: Problem {
    guard let rule else { return .notSignedIn }
    let name = rule.nickname.text.visible
    return Problem(
      .notSignedIn,
      "Nobody is signed in as \(name), named by \(rule.saidBy).",
      .signIn(rule.nickname.text)
    )
  }

  /// Refuses to sign in as another account than the rule names: commands would not use it.
  func refuseLogin(as typed: String) throws(Problem) {
    guard let rule, let wanted = NicknameReference(typed: typed),
      !wanted.means(rule.nickname)
    else { return }
    throw Problem(
      .actingAccountDecided,
      "\(rule.sentence), so signing in as \(wanted.text.visible) would have no effect here.",
      .endRuleOrSignIn(rule.source, rule.nickname.text.visible)
    )
  }

  /// Refuses to make an account active while a rule names another one.
  ///
  /// - Parameter typed: a nickname of the account; nil for the only other one.
  func refuseSwitch(to typed: String?) throws(Problem) {
    guard let rule else { return }
    if let wanted = typed.flatMap({ NicknameReference(typed: $0) }), wanted.means(rule.nickname) {
      return
    }
    throw Problem(
      .actingAccountDecided,
      "\(rule.sentence), so switching would have no effect here.",
      .endRule(rule.source)
    )
  }

  /// Refuses to sign out while a variable or a project file names the acting account.
  func refuseLogout() throws(Problem) {
    guard let rule, rule.isLasting else { return }
    throw Problem(
      .actingAccountDecided,
      "\(rule.sentence), so it is not clear which account to sign out.",
      .signOutAsOrEndRule(rule.nickname.text, rule.source)
    )
  }
}

extension ActingAccountRule {
  /// That commands act as the account that the rule names, without a full stop.
  fileprivate var sentence: String {
    saidBy.capitalizedFirst
      + " makes commands act as \(nickname.text.visible)"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
