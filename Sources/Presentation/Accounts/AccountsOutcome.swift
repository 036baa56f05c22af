import MonikerDomain

/// All accounts, and the change that was made before they were read.
public struct AccountsOutcome: Outcome, Hashable {
  /// A change of the accounts.
  enum Change: Hashable, Sendable {
    case added(Account, typed: String)
    case removed(AccountRemoval)
    case activated(Activation)
  }

  let change: Change?
  /// Nil if the accounts could not be read after a change.
  let list: [AccountEntry]?
  let store: StoreDescription
  /// The account whose session commands use.
  var actingAccount = ActingAccount.active
  /// Whether the text of a list is only the nicknames, for programs.
  package var isOnlyNames = false

  /// A sentence about the change; without one, a line for each account.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    guard !isOnlyNames else {
      return (list ?? []).map(\.account.nickname.text).joined(separator: "\n")
    }
    return change.map(Self.sentence) ?? table(in: zone)
  }

  /// To sign in under the nickname of a new account, and to make one if there is none.
  public var remedies: [Remedy] {
    switch change {
    case .added(let account, _): [.signIn(account.nickname.text)]
    case .removed, .activated: []
    case nil: !isOnlyNames && list?.isEmpty != false ? [.addAccount] : []
    }
  }

  /// Whether the text is only the nicknames.
  public var isExact: Bool { isOnlyNames }

  /// Whether there was a change.
  public var isConfirmation: Bool { change != nil }

  /// A notice about the change; nil if there is none.
  ///
  /// For a new account: how its nickname is written, if that differs from the typed text by more
  /// than outer white space. After a removal: that a variable or a project file still names the
  /// account, or that no account is active.
  public var notice: Message? {
    switch change {
    case .added(let account, let typed):
      return typed.spellingNotice(for: account.nickname)
    case .removed(let removal):
      return removalNotice(for: removal.account)
    case .activated, nil:
      return nil
    }
  }

  private func removalNotice(for account: Account) -> Message? {
    if let rule = actingAccount.rules.first(where: {
      $0.isLasting && $0.nickname.leads(to: account)
    }) {
      return Message(
        "\(rule.saidBy.capitalizedFirst) still names \(account.nickname.text.visible), an account "
          + "that no longer exists."
      )
    }
    guard let list, !list.isEmpty, !list.contains(where: \.isActive) else { return nil }
    return Message("No account is active now.", [.activateAccount])
  }

  /// The accounts as a list shows them; nil if they could not be read after a change.
  public var rows: [AccountRow]? { list.map { $0.map(AccountRow.init) } }

  private static func sentence(for change: Change) -> String {
    switch change {
    case .added(let account, _):
      return "\(account.nickname) has an account now."
    case .removed(let removal):
      let out = removal.session == nil ? "" : ", and signed out"
      return "The account \(removal.account.nickname.text.visible) is removed\(out)."
    case .activated(let activation):
      let name = activation.after.account.nickname.text.visible
      guard let before = activation.before else { return "\(name) is active." }
      guard before != activation.after else { return "\(name) is active already." }
      return "\(name) is active, and no longer \(before.account.nickname.text.visible)."
    }
  }

  private func table(in zone: DisplayTimeZone) -> String {
    guard let list, !list.isEmpty else {
      return "There are no accounts."
    }
    let lines = list.map { entry in
      [
        (entry.isActive ? "* " : "  ") + AccountRow(entry).state,
        entry.account.createdAt.minutes(in: zone),
        entry.lastSignedInAt?.minutes(in: zone) ?? "never",
        entry.account.nickname.text.visible,
      ]
    }
    return TextTable.text([["  STATE", "CREATED", "LAST SIGNED IN", "NICKNAME"]] + lines)
  }
}

extension AccountsOutcome: Encodable {
  private enum CodingKeys: CodingKey {
    case accounts, added, removed, activated, store
  }

  /// Encodes `accounts`, `store`, and the nickname that was `added`, `removed` or `activated`.
  ///
  /// `accounts` is null if they could not be read after a change; else each is an ``AccountDocument``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch change {
    case .added(let account, _): try container.encode(account.nickname.text, forKey: .added)
    case .removed(let removal):
      try container.encode(removal.account.nickname.text, forKey: .removed)
    case .activated(let activation):
      try container.encode(activation.after.account.nickname.text, forKey: .activated)
    case nil: break
    }
    try container.encode(store, forKey: .store)
    guard let list else {
      try container.encodeNil(forKey: .accounts)
      return
    }
    try container.encode(list.map(AccountDocument.init), forKey: .accounts)
  }
}
