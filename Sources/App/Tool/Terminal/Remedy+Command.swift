import MonikerPresentation
import MonikerDomain

extension Remedy {
  /// The remedy as a sentence that names a command, an option or a variable.
  ///
  /// - Parameter store: the value of `--store`, which a command of the remedy needs, too; nil if it was not given.
  func sentence(on store: String?) -> String {
    let option = store.map { " --store=\($0.shellQuoted)" } ?? ""
    func moniker(_ command: String, _ words: String = "") -> String {
      "moniker \(command)\(option)\(words.isEmpty ? "" : " ")\(words)"
    }
    return switch self {
    case .signIn(let name):
      "Sign in with: \(moniker("login", name?.shellWord ?? "NICKNAME"))"
    case .signInAgain(let name):
      "Sign in again with: \(moniker("login", name.shellWord))"
    case .signOutFirst:
      "To change that, sign out first: \(moniker("logout"))"
    case .addAccount:
      "Make one with: \(moniker("login", "NICKNAME"))"
    case .prove:
      "Name the key's file with --recovery-key-file, or use: \(moniker("login", "--link"))"
    case .listAccounts:
      "List the accounts with: \(moniker("accounts"))"
    case .chooseAccount:
      "Choose one with: \(moniker("switch", "NICKNAME"))"
    case .activateAccount:
      "Make one active with: \(moniker("switch", "NICKNAME"))"
    case .confirmRemoval(let name):
      "Confirm it with: "
        + moniker("accounts remove", "--confirm=\(name.shellQuoted) \(name.shellWord)")
    case .listPhotos:
      "List some with: \(moniker("photos"))"
    case .editProfile:
      "Edit it with: \(moniker("profile edit"))"
    case .editAgain:
      "Edit it as it is now: \(moniker("profile edit"))"
    case .listSessions:
      "List the sessions with: \(moniker("sessions"))"
    case .showMoreSessions:
      "Show them with: \(moniker("sessions", "--limit N"))"
    case .showMoreEvents:
      "Show more with: \(moniker("history", "--limit N"))"
    case .recover:
      "Restore a backup with `\(moniker("store restore", "FILE"))`, or recover what can be read with "
        + "`\(moniker("store repair"))`."
    case .restore:
      "Restore a backup with: \(moniker("store restore", "FILE"))"
    case .useAnother:
      "Use another one."
    case .importExport:
      "Read it with: moniker store import FILE"
    case .checkPath:
      "Check the path, or choose another one."
    case .checkService:
      "Try again. If that fails, too, check the network and the address."
    case .chooseStore:
      "Choose another store."
    case .choosePath:
      "Choose another path."
    case .protect(let path):
      "Remove their permission: chmod go-w \(path.shellWord)"
    case .chooseTargetOrMerge:
      "Choose another place, or use --merge to add to its contents."
    case .chooseTargetOrReplace:
      "Choose another place, or use --force."
    case .endRule(let source):
      "\(Self.end(of: source)) first."
    case .endRuleOrSignIn(let source, let name):
      "\(Self.end(of: source)) first, or sign in as \(name)."
    case .signOutAsOrEndRule(let name, let source):
      "Sign out that account with: \(moniker("logout", "--as=\(name.shellQuoted)")). "
        + "For the active one: "
        + "\(Self.end(of: source)) first."
    case .update:
      "Update moniker."
    }
  }

  /// How to end the effect of a rule for the acting account, as the beginning of a sentence.
  private static func end(of rule: ActingAccountSource) -> String {
    switch rule {
    case .flag: "Omit --as"
    case .variable(let name): "Unset \(name)"
    case .projectFile(let path):
      "Remove \(path.shellQuoted) (in its folder: moniker use --remove) or go to another folder"
    }
  }
}

extension [Remedy] {
  /// The text followed by the remedies: on the same line, or on further lines after several.
  ///
  /// - Parameter store: the value of `--store`; nil if it was not given.
  func following(_ text: String, on store: String?) -> String {
    // Most answers have no remedy, and `whoami` is to be fast.
    guard !isEmpty else { return text }
    let isOneLine = !text.utf8.contains(UInt8(ascii: "\n"))
    return ([text] + map { $0.sentence(on: store) }).joined(separator: isOneLine ? " " : "\n")
  }
}

extension Problem {
  /// The message and the remedies.
  func advice(on store: String?) -> String {
    remedies.following(message, on: store).visibleLines
  }
}

extension Message {
  /// The text and the remedies.
  func advice(on store: String?) -> String { remedies.following(text, on: store) }
}
