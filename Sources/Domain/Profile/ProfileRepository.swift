/// The port to the profiles of accounts.
///
/// The general laws of ``NicknameRepository`` apply: each change is atomic, and what a call has
/// returned is kept. One object conforms to all ports of a store. A profile is removed with its account.
public protocol ProfileRepository: Sendable {
  /// Returns the profile of an account.
  ///
  /// - Parameters:
  ///   - account: the ID of the account.
  ///   - scope: the scope of the call.
  /// - Returns: ``Profile/unsaved`` for an account that never saved one; nil if no account in the scope has
  ///   the ID.
  /// - Throws: ``ProfileError/store(_:)``.
  func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile?

  /// Saves the profile of an account, and records ``HistoryEvent/Kind/profileChanged`` with its session
  /// on the device.
  ///
  /// - The version becomes one more, and ``Profile/changedAt`` the present time, or the millisecond after
  ///   the last change if that is later.
  /// - If the stored content equals the new one, nothing changes, whatever version was edited.
  /// - Otherwise the edited version must be the stored one, with the same time, so of any number of
  ///   concurrent edits of one version, one is saved.
  /// - The call changes nothing but the profile: no nickname, no session, and no other profile.
  ///
  /// - Parameters:
  ///   - edit: the new content, the version that was edited, and the account.
  ///   - context: the request context.
  /// - Returns: the profile after the call.
  /// - Throws: ``ProfileError/notSignedIn`` if the account has no session on the device, or does not
  ///   exist; ``ProfileError/sessionEnded(_:)`` if that session has ended;
  ///   ``ProfileError/conflict(_:)`` with the stored profile if another version was edited;
  ///   ``ProfileError/store(_:)``.
  func save(_ edit: ProfileEdit, in context: RequestContext) async throws(ProfileError) -> Profile
}
