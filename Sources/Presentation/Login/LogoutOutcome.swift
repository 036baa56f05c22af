import MonikerDomain

/// The result of a sign-out.
public struct LogoutOutcome: Outcome, Hashable {
  let signOut: SignOut
  let store: StoreDescription
  let actingAccount: ActingAccount

  /// A sentence about the session that ended, and a line with the accounts still signed in, if any.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let nobody =
      actingAccount.rule.map { "Nobody was signed in as \($0.nickname.text.visible)." }
      ?? "Nobody was signed in."
    let ended = signOut.ended.map { sentence(for: $0, in: zone) } ?? nobody
    guard !signOut.stillOpen.isEmpty else { return ended }
    let names = stillSignedIn.joined(separator: ", ") + (signOut.moreAreOpen ? " and others" : "")
    // Signing out an account by name may leave another account active.
    let others = actingAccount.rule == nil ? "Still signed in, but not active" : "Still signed in"
    return "\(ended)\n\(others): \(names)."
  }

  private func sentence(for ended: AccountSession, in zone: DisplayTimeZone) -> String {
    guard ended.session.ending?.reason != .signedOut else {
      return "Signed out \(ended.account.nickname.text.visible)."
    }
    let nobody = signOut.stillOpen.isEmpty ? " Nobody is signed in any more." : ""
    return ended.endSentence { $0.minutes(in: zone) } + nobody
  }

  /// True.
  public var isConfirmation: Bool { true }

  private var stillSignedIn: [String] { signOut.stillOpen.map(\.account.nickname.text) }

  private enum CodingKeys: CodingKey {
    case signedOut, stillSignedIn, moreSignedIn, store
  }

  /// Encodes `signedOut` (the session's fields, or null), `stillSignedIn` (nicknames),
  /// `moreSignedIn` (whether more accounts than those are signed in) and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      signOut.ended.map { SessionFields(active: $0) },
      forKey: .signedOut
    )
    try container.encode(stillSignedIn, forKey: .stillSignedIn)
    try container.encode(signOut.moreAreOpen, forKey: .moreSignedIn)
    try container.encode(store, forKey: .store)
  }
}
