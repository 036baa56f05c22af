import MonikerDomain

/// All accounts as they are, with what has just been done.
public struct AccountsOutcome: Outcome, Hashable {
  /// What has just been done.
  enum Change: Hashable, Sendable {
    case added(Account, typed: String)
    case removed(AccountRemoval)
    case activated(Activation)
  }

  /// The accounts, and the time by which their sessions are judged.
  struct List: Hashable, Sendable {
    let entries: [AccountEntry]
    let time: Timestamp
  }

  let change: Change?
  /// Nil if the accounts could not be read after something was done.
  let list: List?
  let store: StoreDescription

  /// What was done, in a sentence; a line for each account if nothing was.
  public var text: String { change.map(Self.sentence) ?? table }

  /// Whether something was done.
  public var isConfirmation: Bool { change != nil }

  /// How the name of a new account is written, if that differs from what was typed by more than
  /// outer white space.
  public var notice: String? {
    guard case .added(let account, let typed) = change else { return nil }
    return typed.spellingNotice(for: account.nickname)
  }

  private static func sentence(for change: Change) -> String {
    switch change {
    case .added(let account, _):
      return "\(account.nickname) has an account now. Sign in with: moniker login "
        + account.nickname.text.shellWord
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

  /// The nicknames stand last: how wide they are on a terminal cannot be told.
  private var table: String {
    guard let list, !list.entries.isEmpty else {
      return "There are no accounts. Make one with: moniker login NICKNAME"
    }
    return
      (["  STATE       CREATED               NICKNAME"]
      + list.entries.map { line($0, at: list.time) }).joined(
        separator: "\n"
      )
  }

  private func line(_ entry: AccountEntry, at time: Timestamp) -> String {
    let mark = entry.isActive ? "*" : " "
    let state = Self.padded(state(of: entry, at: time), to: 10)
    return "\(mark) \(state)  \(entry.account.createdAt.minutes)  "
      + entry.account.nickname.text.visible
  }

  private func state(of entry: AccountEntry, at time: Timestamp) -> String {
    guard entry.session != nil else { return "signed out" }
    return entry.isSignedIn(at: time) ? "signed in" : "expired"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension AccountsOutcome: Encodable {
  private enum CodingKeys: CodingKey {
    case accounts, added, removed, activated, store
  }

  private enum EntryKeys: CodingKey {
    case nickname, accountID, createdAt, signedIn, active, sessionID, signedInAt, expiresAt
  }

  /// Encodes `accounts` (null if they could not be read after a change; else `nickname`, `accountID`, `createdAt`, `signedIn`, `active`, and those of
  /// the session, null where there is none: `sessionID`, `signedInAt`, `expiresAt`), `store`, and the
  /// nickname that was `added`, `removed` or `activated`.
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
    var array = container.nestedUnkeyedContainer(forKey: .accounts)
    for entry in list.entries {
      var fields = array.nestedContainer(keyedBy: EntryKeys.self)
      try fields.encode(entry.account.nickname.text, forKey: .nickname)
      try fields.encode(entry.account.id.description, forKey: .accountID)
      try fields.encode(entry.account.createdAt.rfc3339, forKey: .createdAt)
      try fields.encode(entry.isSignedIn(at: list.time), forKey: .signedIn)
      try fields.encode(entry.isActive, forKey: .active)
      try fields.encode(entry.session?.id.description, forKey: .sessionID)
      try fields.encode(entry.session?.startedAt.rfc3339, forKey: .signedInAt)
      try fields.encode(entry.session?.expiresAt?.rfc3339, forKey: .expiresAt)
    }
  }
}
