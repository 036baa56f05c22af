public import MonikerDomain

/// Whom a command acts as, and why: the strongest rule, else whoever is active.
public struct ActingAccount: Hashable, Sendable {
  /// Whoever is active.
  public static let active = ActingAccount([])

  /// All rules that there are, the strongest first.
  public let rules: [ActingAccountRule]

  /// Makes the value.
  ///
  /// - Parameter rules: all rules that there are, the strongest first.
  public init(_ rules: [ActingAccountRule]) {
    self.rules = rules
  }

  /// The rule that decides; nil if whoever is active is meant.
  var rule: ActingAccountRule? { rules.first }

  /// Whose session is meant.
  public var subject: SessionSubject { rule.map { .holder(of: $0.nickname) } ?? .active }

  /// What decided, in JSON.
  var sourceName: String { rule?.sourceName ?? "active" }

  /// Nobody is signed in whom the rule names, or nobody at all.
  var notSignedIn: Problem {
    guard let rule else { return .notSignedIn }
    let name = rule.nickname.text.visible
    return Problem(
      .notSignedIn,
      "Nobody is signed in as \(name), as \(rule.saidBy) says. "
        + "Sign in with: moniker login \(name.shellWord)"
    )
  }

  /// Refuses to sign in as somebody while a rule says that everything is done as somebody
  /// else: it would go on as before.
  func refuseLogin(as typed: String) throws(Problem) {
    guard let rule, let wanted = NicknameReference(typed: typed),
      !wanted.means(rule.nickname)
    else { return }
    throw Problem(
      .identityDecided,
      "\(rule.sentence), so signing in as \(wanted.text.visible) would change nothing here. "
        + "\(rule.wayOut) first, or sign in as \(rule.nickname.text.visible)."
    )
  }

  /// Refuses to make somebody active while a rule has everything done as somebody else.
  ///
  /// - Parameter typed: whom; nil for whoever it may be.
  func refuseSwitch(to typed: String?) throws(Problem) {
    guard let rule else { return }
    if let wanted = typed.flatMap({ NicknameReference(typed: $0) }), wanted.means(rule.nickname) {
      return
    }
    throw Problem(
      .identityDecided,
      "\(rule.sentence), so switching would change nothing here. \(rule.wayOut) first."
    )
  }

  /// Refuses to sign out while a lasting rule decides who that would be.
  func refuseLogout() throws(Problem) {
    guard let rule, rule.isLasting else { return }
    let name = rule.nickname.text.visible
    throw Problem(
      .identityDecided,
      "\(rule.sentence), so it is not clear who is to be signed out. For \(name): "
        + "moniker logout --as=\(name.shellQuoted). For whoever is active: \(rule.wayOut.lowercasedFirst) first."
    )
  }
}

extension ActingAccountRule {
  /// That everything is done as somebody.
  fileprivate var sentence: String {
    saidBy.capitalizedFirst
      + " says that everything is done as \(nickname.text.visible)"
  }

  /// How to end that.
  fileprivate var wayOut: String {
    switch source {
    case .flag: "Leave --as out"
    case .variable(let name): "Unset \(name)"
    case .projectFile(let path): "Remove \(path) or go to another folder"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
