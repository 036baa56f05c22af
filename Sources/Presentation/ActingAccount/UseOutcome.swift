public import MonikerDomain

/// The result of naming an account for a folder.
public struct UseOutcome: Outcome, Hashable {
  private let nickname: NicknameReference
  private let path: String
  private let isSignedIn: Bool
  private let actingAccount: ActingAccount

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - nickname: the nickname in the file.
  ///   - path: the path of the file that was written.
  ///   - isSignedIn: whether its account is signed in.
  ///   - actingAccount: the account whose session commands used before the change.
  public init(
    nickname: NicknameReference,
    path: String,
    isSignedIn: Bool,
    actingAccount: ActingAccount = .active
  ) {
    self.actingAccount = actingAccount
    self.nickname = nickname
    self.path = path
    self.isSignedIn = isSignedIn
  }

  /// A sentence.
  public var text: String {
    "Commands in this folder and below now act as \(nickname.text), named by \(path.printable)."
  }

  /// True.
  public var isConfirmation: Bool { true }

  /// That a variable takes precedence over the file, and that the account is not signed in yet.
  public var notice: Message? {
    var notices: [Message] = []
    if let rule = actingAccount.rule, case .variable = rule.source {
      notices.append(
        Message(
          "\(rule.saidBy.capitalizedFirst) takes precedence: commands act as "
            + "\(rule.nickname.text.visible) while it is set."
        )
      )
    }
    if !isSignedIn {
      notices.append(
        Message(
          "Nobody is signed in as \(nickname.text.visible).",
          [.signIn(nickname.text)]
        )
      )
    }
    return Message(joining: notices)
  }

  private enum CodingKeys: CodingKey {
    case nickname, location, signedIn
  }

  /// Encodes `nickname`, `location` (the file) and `signedIn`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nickname.text, forKey: .nickname)
    try container.encode(path, forKey: .location)
    try container.encode(isSignedIn, forKey: .signedIn)
  }
}
