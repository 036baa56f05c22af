public import MonikerDomain

/// A failure as the program reports it to a person or a script.
public struct Problem: Error, Hashable, Sendable {
  /// The kind of failure; its raw values are shown by `--json` and never change.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The command line is wrong.
    case usage
    /// A text is not a nickname.
    case invalidNickname
    /// A text cannot be part of a profile.
    case invalidProfile
    /// Somebody else has changed the profile meanwhile.
    case profileConflict
    /// Another account holds the nickname.
    case nicknameTaken
    /// The nickname looks like that of another account.
    case nicknameResembles
    /// A rule names the acting account, and the command is about another account or about no one
    /// account.
    case actingAccountDecided
    /// The command does not say which account or session it is about.
    case ambiguous
    /// No account has the nickname.
    case noSuchAccount
    /// No session has the ID.
    case noSuchSession
    /// The photo source has no photo with the ID.
    case noSuchPhoto
    /// The accounts here have no device with the ID.
    case noSuchDevice
    /// The account has no identity token with the ID.
    case noSuchIdentityToken
    /// No link has the code, or its time is over.
    case noSuchLink
    /// A person has denied the link.
    case linkDenied
    /// Too many wrong codes were typed.
    case tooManyWrongCodes
    /// One of the two devices of an approval was signed in to the account a short time ago.
    case sessionsTooNew
    /// The account has as many identity tokens as it may have.
    case tooManyIdentityTokens
    /// The account is suspended.
    case accountSuspended
    /// Too many accounts were added.
    case tooManyAccounts
    /// Nobody is signed in.
    case notSignedIn
    /// The session has expired or was ended.
    case sessionEnded
    /// The store is not readable as a store, or contradicts itself.
    case storeDamaged
    /// The file at the store's path belongs to another program.
    case storeForeign
    /// The store was written by a later version.
    case storeNewer
    /// The records to add to a store contradict it.
    case storeConflict
    /// The target of a copy is not empty.
    case storeNotEmpty
    /// The store cannot be reached.
    case storeUnreachable
    /// Another program kept the store locked for longer than the wait.
    case storeBusy
    /// The photo source failed, or cannot be reached.
    case photoSourceFailed
    /// Reading or writing failed.
    case inputOutput
    /// The system denied access.
    case permissionDenied
    /// A variable or a configuration file has a bad value, or a required one is missing.
    case configuration
    /// The person ended the input without an answer.
    case interrupted
    /// Any other failure.
    case failure
  }

  /// The kind.
  public let code: Code

  /// What happened, and to what: whole sentences that are safe on a terminal.
  public let message: String

  /// What the person can do next.
  public let remedies: [Remedy]

  /// The text of a profile that the problem is about; nil for other problems.
  public private(set) var field: ProfileRejection.Field?

  /// Why the store has failed; nil for other problems.
  public internal(set) var storeFailure: StoreFailure.Reason? {
    get { storeFailures.first }
    set { storeFailures = newValue.map { [$0] } ?? [] }
  }

  /// At most one: stored as an optional, it would add 13% to the instructions of `whoami`.
  private var storeFailures: [StoreFailure.Reason] = []

  /// The nicknames within the message, as it shows them: a front end isolates their direction, if its device does not.
  public private(set) var names: [String] = []

  /// The code and the message, as JSON shows them.
  var fields: [String: String] { ["code": code.rawValue, "message": message] }

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - message: whole sentences; hidden characters other than line feeds are replaced by their
  ///     code points.
  ///   - remedies: what the person can do next.
  public init(_ code: Code, _ message: String, _ remedies: Remedy...) {
    self.init(code, message, remedies)
  }

  /// Makes the value, likewise.
  public init(_ code: Code, _ message: String, _ remedies: [Remedy]) {
    self.code = code
    self.message = message.visibleLines
    self.remedies = remedies
  }

  /// Makes the value, with the nicknames within the message.
  init(_ code: Code, _ message: String, _ remedies: Remedy..., names: [String]) {
    self.init(code, message, remedies)
    self.names = names
  }

  /// Explains why a text cannot be part of a profile.
  init(_ rejection: ProfileRejection) {
    self.init(.invalidProfile, rejection.description)
    field = rejection.field
  }
}
