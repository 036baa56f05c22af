import MonikerDomain

/// The result of changing a nickname.
public struct RenameOutcome: Outcome, Hashable {
  let renaming: Renaming
  let typed: String
  let store: StoreDescription
  let actingAccount: ActingAccount

  /// A sentence with the old and the new name.
  public var text: String {
    let before = renaming.before.account.nickname
    let after = renaming.after.account.nickname
    return isChanged ? "\(before) is now \(after)." : "The nickname is \(after) already."
  }

  /// Whether the account has another nickname than before.
  public var isChanged: Bool {
    renaming.before.account.nickname != renaming.after.account.nickname
  }

  /// True.
  public var isConfirmation: Bool { true }

  /// How the nickname is written, if that differs from the typed text by more than outer white
  /// space; and that a variable or a project file still names the old nickname.
  public var notice: Message? {
    let after = renaming.after.account.nickname
    let spelling = typed.spellingNotice(for: after)
    guard let rule = actingAccount.rule, rule.isLasting,
      !rule.nickname.means(NicknameReference(after))
    else { return spelling }
    let stale = Message(
      "\(rule.saidBy.capitalizedFirst) still names \(rule.nickname.text). Change it too."
    )
    return Message(joining: [spelling, stale].compactMap(\.self))
  }

  private enum CodingKeys: CodingKey {
    case previousNickname
  }

  /// Encodes the keys of ``CurrentSessionOutcome``, and `previousNickname`.
  public func encode(to encoder: any Encoder) throws {
    try CurrentSessionOutcome(active: renaming.after, store: store, actingAccount: actingAccount)
      .encode(
        to: encoder
      )
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(renaming.before.account.nickname.text, forKey: .previousNickname)
  }
}
