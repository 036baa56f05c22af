import MonikerData
import MonikerDomain
import MonikerPresentation

/// The rules that name the acting account: the option, the variable, the project file.
enum ActingAccountRules {
  static let variableName = "MONIKER_AS"

  /// Finds all rules, the strongest first.
  ///
  /// - Parameter flag: the value of `--as`; nil if it was not given.
  /// - Throws: `usage` for a bad option, `configuration` for a bad variable or file. A bad rule is not
  ///   skipped: the command would act as another account than the rule was meant to name.
  static func find(_ flag: String?, _ environment: Environment) throws(Problem) -> ActingAccount {
    var rules: [ActingAccountRule] = []
    if let flag { rules.append(try rule(.flag, naming: flag, wrong: .usage)) }
    if let value = try environment.variable(variableName) {
      rules.append(try rule(.variable(variableName), naming: value, wrong: .configuration))
    }
    if let rule = try projectRule(environment) { rules.append(rule) }
    return ActingAccount(rules)
  }

  private static func projectRule(
    _ environment: Environment
  ) throws(Problem) -> ActingAccountRule? {
    let home = try environment.variable("HOME")
    let found: (path: String, name: String)
    do throws(ProjectFile.Refusal) {
      let file = try ProjectFile.nearest(
        above: environment.workingFolder(),
        home: home,
        of: environment.userID
      )
      guard let file else { return nil }
      found = (file.path, try file.nickname(trusting: environment.userID))
    } catch {
      let remedy =
        switch error.remedy {
        case .writeOwn: " Write your own: moniker use NICKNAME"
        case .protect: " Remove their permission: chmod go-w \(error.path.shellWord)"
        case nil: ""
        }
      throw Problem(
        .configuration,
        "The project file \(error.path) is not used: \(error.detail)\(remedy)"
      )
    }
    return try rule(.projectFile(found.path), naming: found.name, wrong: .configuration)
  }

  private static func rule(
    _ source: ActingAccountSource,
    naming name: String,
    wrong code: Problem.Code
  ) throws(Problem) -> ActingAccountRule {
    let words =
      switch source {
      case .flag: "the option --as"
      case .variable(let variable): "the variable \(variable)"
      case .projectFile(let path): "the file \(path)"
      }
    let said = "T" + words.dropFirst()
    guard let nickname = NicknameReference(typed: name) else {
      throw Problem(code, "\(said) names no account: it is empty or too long. Give a nickname.")
    }
    // No nickname has one, and what a shell makes of it may be another nickname.
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
    else {
      throw Problem(code, "\(said) names no account: it has a control character. Give a nickname.")
    }
    return ActingAccountRule(source, called: words, naming: nickname)
  }
}
