#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  /// Whether a sign-in proves that an account is the caller's.
  ///
  /// - Parameter last: the session of the account on the device.
  func isProven(_ account: StoredAccount, by request: SignInChange, last: AccountSession?) -> Bool {
    if case .notDemanded = request.proof { return true }
    if let last, last.session.isOpen(at: request.context.time) { return true }
    guard case .recoveryKey(let digest) = request.proof else { return false }
    return account.recoveryKey == digest
  }

  func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) throws(PostgreSQLFailure) -> Bool {
    try exists(
      "SELECT 1 FROM account WHERE id = $1 AND recovery_key = $2",
      .id(account),
      .digest(digest)
    )
  }

  func setRecoveryKey(_ digest: SecretDigest, of account: StoredAccount) {
    write(
      "UPDATE account SET recovery_key = $1 WHERE number = $2",
      .digest(digest),
      .integer(account.number)
    )
  }

  func setRecoveryKey(
    _ digest: SecretDigest,
    of id: AccountID,
    proof: SignInProof,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, CredentialError> {
    let outcome: Result<StoreStep<RecoveryKeySetting>, CredentialError> = try performOnce(
      context,
      again: { former, context throws(PostgreSQLFailure) in
        try setRecoveryKey(digest, of: id, context) { account throws(PostgreSQLFailure) in
          account.recoveryKey == former.digest
        }
      },
      { context throws(PostgreSQLFailure) in
        if case .unusedToken = proof {
          // Before the account, as a device is locked elsewhere: another order could end in a deadlock.
          _ = try registeredDevice(context.deviceID, locking: true)
        }
        return try setRecoveryKey(digest, of: id, context) { account throws(PostgreSQLFailure) in
          try mayChange(account, by: proof, for: .recoveryKey, context)
        }
      }
    )
    return outcome.map { $0.map { _ in } }
  }

  private func setRecoveryKey(
    _ digest: SecretDigest,
    of id: AccountID,
    _ context: ChangeContext,
    ifProven isProven: (StoredAccount) throws(PostgreSQLFailure) -> Bool
  ) throws(PostgreSQLFailure) -> Result<StoreStep<RecoveryKeySetting>, CredentialError> {
    let account = try visibleAccount(id, in: context.postgreSQLView, locking: true)
    guard let account else { return .failure(.notSignedIn) }
    guard try isProven(account) else { return .failure(.proofDemanded) }
    let open = try openSession(of: account, on: context)
    setRecoveryKey(digest, of: account)
    voidLinks(of: [account.number])
    record(.recoveryKeyReplaced, of: account.account, account.number, open?.id, in: context)
    return .success(.changed(RecoveryKeySetting(digest)))
  }

  /// Whether a proof allows what an open session does not.
  ///
  /// That is to replace the recovery key, or to remove the account. A link is used up by it.
  func mayChange(
    _ account: StoredAccount,
    by proof: SignInProof,
    for purpose: LinkPurpose,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Bool {
    switch proof {
    case .notDemanded: true
    case .notGiven: account.recoveryKey == nil
    case .recoveryKey(let present): account.recoveryKey == present
    case .link(let code): try useLink(code, for: purpose, of: account, context)
    case .unusedToken(let token, let mustBeFirst):
      purpose == .recoveryKey
        ? try replaceUnusedToken(of: context.deviceID, with: token, ifFirst: mustBeFirst) : false
    }
  }

  /// Replaces the unconfirmed token of a device; returns false if it has none.
  private func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool
  ) throws(PostgreSQLFailure) -> Bool {
    guard let found = try registeredDevice(id, locking: true), found.hasUnusedToken,
      !(mustBeFirst && found.hasUsedToken)
    else { return false }
    try setToken(digest, of: id)
    return true
  }

  func hasRecoveryKey(
    _ id: AccountID,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Result<Bool, CredentialError> {
    guard let account = try visibleAccount(id, in: view) else { return .failure(.notSignedIn) }
    return .success(account.recoveryKey != nil)
  }
}
#endif
