import MonikerDomain

/// What a sign-out has led to.
public struct LogoutOutcome: Outcome, Hashable {
  let signOut: SignOut
  let store: StoreDescription

  /// Who was signed out, and who is still signed in.
  public var text: String {
    let ended =
      signOut.ended.map { "Signed out \($0.account.nickname)." } ?? "Nobody was signed in."
    guard !signOut.stillOpen.isEmpty else { return ended }
    let names = stillSignedIn.joined(separator: ", ") + (signOut.moreAreOpen ? " and others" : "")
    return "\(ended)\nStill signed in, but not active: \(names)."
  }

  /// True.
  public var isConfirmation: Bool { true }

  private var stillSignedIn: [String] { signOut.stillOpen.map(\.account.nickname.text) }

  private enum CodingKeys: CodingKey {
    case signedOut, stillSignedIn, moreSignedIn, store
  }

  /// Encodes `signedOut` (the session's fields, or null), `stillSignedIn` (nicknames),
  /// `moreSignedIn` (whether there are further ones) and `store`.
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
