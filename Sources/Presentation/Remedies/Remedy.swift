/// What a person can do next.
///
/// Each front end words it: as a command, a link or a button.
public enum Remedy: Hashable, Sendable {
  /// Sign in under this nickname; nil for one of the person's choice.
  case signIn(String?)
  /// Sign in under this nickname, whose session has ended.
  case signInAgain(String)
  /// Sign out first, to change the terms of the session.
  case signOutFirst
  /// Make an account.
  case addAccount
  /// Prove that an account is the person's own.
  case prove
  /// List the accounts.
  case listAccounts
  /// Choose the account to make active.
  case chooseAccount
  /// Make an account active, since none is.
  case activateAccount
  /// Confirm that the account with this nickname is to be removed.
  case confirmRemoval(String)
  /// List some photos.
  case listPhotos
  /// Edit the profile.
  case editProfile
  /// Edit the profile again, as it is now.
  case editAgain
  /// List the sessions.
  case listSessions
  /// Show more ended sessions.
  case showMoreSessions
  /// Show earlier events.
  case showMoreEvents
  /// Restore a backup of the store, or recover what can be read.
  case recover
  /// Restore a backup of the store.
  case restore
  /// Use another backup or store than the damaged one.
  case useAnother
  /// Import the file, which is an export.
  case importExport
  /// Check the path of the store, or choose another store.
  case checkPath
  /// Check the network and the address of the service.
  case checkService
  /// Choose another store.
  case chooseStore
  /// Choose another path for the store.
  case choosePath
  /// Take the permission to write this file or folder from other users.
  case protect(String)
  /// Choose another place for the copy, or add to what is there.
  case chooseTargetOrMerge
  /// Choose another place for the copy, or replace what is there.
  case chooseTargetOrReplace
  /// End the effect of the rule for the acting account first.
  case endRule(ActingAccountSource)
  /// End the effect of the rule for the acting account first, or sign in under the nickname that it
  /// names, which is shown.
  case endRuleOrSignIn(ActingAccountSource, String)
  /// Sign out the account with this nickname, or end the effect of the rule first.
  case signOutAsOrEndRule(String, ActingAccountSource)
  /// Update the program.
  case update
}
