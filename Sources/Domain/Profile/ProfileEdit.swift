/// A change of the profile of an account.
public struct ProfileEdit: Hashable, Sendable {
  /// The account.
  public let accountID: AccountID

  /// The version that was edited: ``Profile/version``.
  public let version: Int

  /// The content after the edit.
  public let content: ProfileContent

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - content: the content after the edit.
  ///   - version: the version that was edited.
  ///   - accountID: the account.
  public init(_ content: ProfileContent, ofVersion version: Int, of accountID: AccountID) {
    self.accountID = accountID
    self.version = version
    self.content = content
  }
}

/// An edit that was refused because somebody else saved meanwhile; nothing was overwritten.
public struct ProfileConflict: Hashable, Sendable {
  /// The profile that is stored.
  public let stored: Profile

  /// The content that was refused.
  public let refused: ProfileContent

  /// Creates the value.
  public init(stored: Profile, refused: ProfileContent) {
    self.stored = stored
    self.refused = refused
  }
}

/// The profile of an account that is signed in.
public struct AccountProfile: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Its profile.
  public let profile: Profile

  /// Creates the value.
  public init(account: Account, profile: Profile) {
    self.account = account
    self.profile = profile
  }
}
