import MonikerDomain

/// The state of the acting account's session, and the settings that led to the answer.
public struct StatusOutcome: Outcome, Hashable {
  let state: SessionState
  /// The time until the session expires; nil if it does not expire.
  let remaining: Duration?
  /// The time of the session's last use, if it is more than a minute ahead of the clock.
  let futureUse: Timestamp?
  let actingAccount: ActingAccount
  /// The state of the active session, if a rule names the acting account; nil without a rule.
  let active: SessionState?
  let store: StoreDescription
  let storeSetting: Setting
  let homeSetting: Setting

  /// Lines for the session, for the rules if there are any, for a last use in the future, for the
  /// store, and for the home.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let location = store.location.map { " \($0.printable)" } ?? ""
    let home = homeSetting.value?.printable ?? "none"
    return """
      \(([sessionText(in: zone)] + ruleLines + clockLines(in: zone)).joined(separator: "\n"))
      Store: \(store.kind)\(location) (\(storeSetting.source ?? "default"))
      Home:  \(home)\(homeSetting.source.map { " (\($0))" } ?? "")
      """
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  /// The code if nobody is signed in or the session has ended; else nil.
  public var problemCode: Problem.Code? {
    switch state {
    case .signedIn: nil
    case .signedOut: .notSignedIn
    case .ended: .sessionEnded
    }
  }

  private func clockLines(in zone: DisplayTimeZone) -> [String] {
    guard let futureUse else { return [] }
    let time = futureUse.minutes(in: zone)
    return ["Clock: the session was last used at \(time), which is in the future."]
  }

  private var ruleLines: [String] {
    guard let rule = actingAccount.rule else { return [] }
    let decided = "By:    \(rule.saidBy) (\(rule.nickname.text.visible))"
    let overruled = actingAccount.rules.dropFirst().map {
      "Not:   \($0.saidBy) (\($0.nickname.text.visible))"
    }
    guard case .signedIn(let active) = active, state != .signedIn(active) else {
      return [decided] + overruled
    }
    return [decided] + overruled + ["Not:   the active account (\(active.account.nickname))"]
  }

  private func sessionText(in zone: DisplayTimeZone) -> String {
    guard state == .signedOut, let rule = actingAccount.rule else {
      return state.sentence(remaining: remaining, in: zone)
    }
    return "Nobody is signed in as \(rule.nickname.text.visible)."
  }

  private enum CodingKeys: CodingKey {
    case signedIn, source, store, home, actingAccountRules, remainingSeconds
  }

  private enum RuleKeys: CodingKey {
    case source, nickname, location
  }

  private enum StoreKeys: CodingKey {
    case kind, location, value, source
  }

  /// Encodes the session's fields (also of an ended session), `signedIn`, `remainingSeconds` (a whole
  /// number or null), `source` (null if nobody is signed in and no rule applies), `actingAccountRules`,
  /// `store` and `home`.
  ///
  /// `actingAccountRules` are the rules, the strongest first, each with `source`, `nickname`, and
  /// `location`, the path of the file or null. `store` and `home` have `value` and `source`.
  public func encode(to encoder: any Encoder) throws {
    try SessionFields(active: state.session).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(problemCode == nil, forKey: .signedIn)
    try container.encode(remaining?.components.seconds, forKey: .remainingSeconds)
    let isAboutSomebody = actingAccount.rule != nil || state != .signedOut
    try container.encode(isAboutSomebody ? actingAccount.sourceName : nil, forKey: .source)
    var rules = container.nestedUnkeyedContainer(forKey: .actingAccountRules)
    for rule in actingAccount.rules {
      var entry = rules.nestedContainer(keyedBy: RuleKeys.self)
      try entry.encode(rule.sourceName, forKey: .source)
      try entry.encode(rule.nickname.text, forKey: .nickname)
      try entry.encode(rule.file, forKey: .location)
    }
    try container.encode(homeSetting, forKey: .home)
    var storeContainer = container.nestedContainer(keyedBy: StoreKeys.self, forKey: .store)
    try storeContainer.encode(store.kind, forKey: .kind)
    try storeContainer.encode(store.location, forKey: .location)
    try storeContainer.encode(storeSetting.value, forKey: .value)
    try storeContainer.encode(storeSetting.source, forKey: .source)
  }
}
