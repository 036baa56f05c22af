package import MonikerDomain
package import MonikerPresentation

/// What this device can do at a service, beyond what every store can.
package protocol ServiceDevice: Sendable {
  /// Sends what waits for the service, before the command.
  ///
  /// - Parameter use: whether the command needs the service.
  /// - Throws: a problem if the command needs the service and it cannot be reached.
  func begin(_ use: NetworkUse) async throws(Problem)

  /// That the person has ended a prompt, which the stores have no error for; nil if they have not.
  var interruption: Problem? { get }

  /// Returns who a token in the environment identifies that allows nothing else; nil if there is none.
  func identity() async throws(Problem) -> IdentityOutcome?

  /// Refuses a sign-in that could lose the recovery key of a new account.
  ///
  /// - Parameters:
  ///   - nickname: the nickname, as a person typed it.
  ///   - accounts: tells whether the nickname is free.
  func prepareToSignIn(
    as nickname: String,
    _ accounts: SetNicknameUseCase
  ) async throws(Problem)

  /// Shows a code, and signs in when it was approved on another device.
  func signInByLink(on terms: SessionTerms) async throws(Problem) -> SignIn

  /// Returns what asks with a user code.
  func link(_ userCode: String) async throws(Problem) -> LinkRequest

  /// Approves what asks with a user code.
  func approve(_ userCode: String, for account: AccountID) async throws(Problem)

  /// Denies what asks with a user code.
  func deny(_ userCode: String) async throws(Problem)

  /// Issues an identity token; returns it with the token itself.
  func issueToken(
    for account: AccountID,
    label: String?,
    lifetime: Duration?
  ) async throws(Problem) -> (token: IdentityToken, secret: String)

  /// Returns the valid identity tokens of an account.
  func identityTokens(of account: AccountID) async throws(Problem) -> [IdentityToken]

  /// Revokes an identity token of an account.
  func revokeToken(_ id: IdentityTokenID, of account: AccountID) async throws(Problem)

  /// Returns the devices of the accounts on this device.
  func devices() async throws(Problem) -> [DeviceEntry]

  /// Forgets this device; returns how many sessions ended.
  func forget() async throws(Problem) -> Int

  /// Replaces the recovery key of an account, and shows or keeps the new one.
  func replaceRecoveryKey(of account: Account) async throws(Problem)

  /// Returns what the service has told this device last; nil if nothing.
  func lastTold() throws(Problem) -> (snapshot: SessionSnapshot, time: Timestamp)?
}

/// Whether a command needs the network.
package enum NetworkUse: Hashable, Sendable {
  /// It fails without the network.
  case needed

  /// It does what it can without the network.
  case optional

  /// It answers without the network.
  case none
}

extension Services {
  /// What this device can do at a service.
  ///
  /// - Throws: `usage` on a store that is no service's.
  func service(for what: String) throws(Problem) -> any ServiceDevice {
    guard let service else {
      throw Problem(
        .usage,
        "\(what) only on a service, and the store \(store.name.visible) is on this machine. "
          + "Name a service: --store https://HOST"
      )
    }
    return service
  }

  /// The account whose session the command uses.
  func signedInAccount() async throws(Problem) -> Account {
    try await currentSession().actingAccount().outcome.account
  }
}
