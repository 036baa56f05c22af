/// A failure as a person or a script is told of it.
public struct Problem: Error, Hashable, Sendable {
  /// What kind of failure it is; the raw values are what `--json` shows and never change.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The command line is wrong.
    case usage
    /// A text is not a nickname.
    case invalidNickname
    /// Another account holds the nickname.
    case nicknameTaken
    /// The nickname can be taken for that of another account.
    case nicknameResembles
    /// A rule says who is meant, and the command would be about somebody else.
    case identityDecided
    /// It is not clear which account is meant.
    case ambiguous
    /// There is no account with such a nickname.
    case noSuchAccount
    /// There is no session with such an identity.
    case noSuchSession
    /// Nobody is signed in.
    case notSignedIn
    /// The session has expired or was ended.
    case sessionEnded
    /// The store's content is not a store's, or contradicts itself.
    case storeDamaged
    /// The store's place holds another program's file.
    case storeForeign
    /// A later version wrote the store.
    case storeNewer
    /// What was to be added to a store contradicts it.
    case storeConflict
    /// The place of a store that is to be filled holds something.
    case storeNotEmpty
    /// The store cannot be reached.
    case storeUnreachable
    /// The wait for the store ran out.
    case storeBusy
    /// Reading or writing failed.
    case inputOutput
    /// The system does not permit it.
    case permissionDenied
    /// A variable or a file holds a bad value, or a needed one is missing.
    case configuration
    /// The person broke off.
    case interrupted
    /// Something that has no name of its own.
    case failure
  }

  /// The kind.
  public let code: Code

  /// What happened, to what, and what to do next: sentences for a person, fit for a terminal.
  public let message: String

  /// How it is shown in JSON.
  var fields: [String: String] { ["code": code.rawValue, "message": message] }

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - message: whole sentences; what a terminal would obey, or not show, is spelled out.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message.visibleLines
  }
}
