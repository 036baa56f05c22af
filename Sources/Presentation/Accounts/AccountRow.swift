public import MonikerDomain

/// An account as a list shows it.
public struct AccountRow: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Whether its session on the caller's device is the active one.
  public let isActive: Bool

  /// Whether it has a session on the caller's device that has not ended.
  public let isSignedIn: Bool

  /// When the account was added.
  public let createdAt: DisplayTime

  /// When it last opened a session; nil if it never did.
  public let lastSignedInAt: DisplayTime?

  /// Whether it is signed in on the caller's device, in words.
  public let state: String

  init(_ entry: AccountEntry) {
    account = entry.account
    isActive = entry.isActive
    isSignedIn = entry.isSignedIn
    createdAt = DisplayTime(entry.account.createdAt)
    lastSignedInAt = entry.lastSignedInAt.map { DisplayTime($0) }
    state =
      switch entry.session.map(\.ending?.reason) {
      case nil: "signed out"
      case .some(nil): "signed in"
      case .expired: "expired"
      case .revoked, .signedOut: "ended"
      }
  }
}
