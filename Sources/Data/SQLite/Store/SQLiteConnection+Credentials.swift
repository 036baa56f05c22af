import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  // MARK: Devices

  func register(
    _ change: DeviceChange
  ) throws(StoreFailure) -> Result<StoreStep<Device>, CredentialError> {
    try performOnce(change.context, byAnyDevice: true) { () throws(StoreFailure) in
      guard try device(provenBy: change.token) == nil else { throw .idInUse(at: location) }
      try insertRegistered(change.device, tokens: DeviceTokens(unconfirmed: change.token))
      return .success(.changed(change.device))
    }
  }

  func insertRegistered(_ device: Device, tokens: DeviceTokens) throws(StoreFailure) {
    try makeAdditionalTables()
    try run(
      """
      INSERT INTO device (id, token, next_token, label, registered_at, host, terminal)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(device.id.description),
      .text(tokens.confirmed?.hexadecimal),
      .text(tokens.unconfirmed?.hexadecimal),
      .text(device.label),
      .time(device.registeredAt),
      .text(device.origin.host),
      .text(device.origin.terminal)
    )
  }

  static let deviceColumns =
    "device.id, device.label, device.registered_at, device.host, device.terminal"

  static let deviceOfToken = """
    SELECT \(deviceColumns), token IS ?1 FROM device WHERE token = ?1 OR next_token = ?1
    """

  func device(provenBy digest: SecretDigest) throws(StoreFailure) -> DeviceProof? {
    guard try hasAdditionalTables() else { return nil }
    return try registeredDevice(provenBy: digest)
  }

  /// The device of a token, in a database that has the additional tables.
  func registeredDevice(provenBy digest: SecretDigest) throws(StoreFailure) -> DeviceProof? {
    try row(Self.deviceOfToken, .text(digest.hexadecimal)) { row throws(StoreFailure) in
      DeviceProof(of: try row.device(), isConfirmed: try row.integer(5) != 0)
    }
  }

  func confirmToken(
    _ digest: SecretDigest
  ) throws(StoreFailure) -> Result<StoreStep<Void>, CredentialError> {
    try step { () throws(StoreFailure) in
      guard let proof = try device(provenBy: digest), !proof.isConfirmed else {
        return .success(.unchanged(()))
      }
      try run(
        "UPDATE device SET token = next_token, next_token = NULL WHERE next_token = ?",
        .text(digest.hexadecimal)
      )
      return .success(.changed(()))
    }
  }

  func registeredDevice(_ id: DeviceID) throws(StoreFailure) -> Device? {
    guard try hasAdditionalTables() else { return nil }
    return try row(
      "SELECT \(Self.deviceColumns) FROM device WHERE id = ?",
      .text(id.description)
    ) { row throws(StoreFailure) in try row.device() }
  }

  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Void>, CredentialError> {
    try perform(context) { () throws(StoreFailure) in
      guard try isRegistered(id, in: context.scope) else { return .failure(.noSuchDevice(id)) }
      return .success(try setToken(digest, of: id) ? .changed(()) : .unchanged(()))
    }
  }

  func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Void>, CredentialError> {
    try perform(context) { () throws(StoreFailure) in
      guard try isRegistered(id, in: context.scope) else { return .failure(.noSuchDevice(id)) }
      guard try hasUnusedToken(id, ifFirst: mustBeFirst) else {
        return .failure(.noUnusedToken(id))
      }
      return .success(try setToken(digest, of: id) ? .changed(()) : .unchanged(()))
    }
  }

  /// Replaces the unconfirmed token of a device; returns false if it has none.
  private func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool
  ) throws(StoreFailure) -> Bool {
    guard try hasUnusedToken(id, ifFirst: mustBeFirst) else { return false }
    try setToken(digest, of: id)
    return true
  }

  private func hasUnusedToken(
    _ id: DeviceID,
    ifFirst mustBeFirst: Bool
  ) throws(StoreFailure) -> Bool {
    guard try hasAdditionalTables() else { return false }
    return try row(
      "SELECT 1 FROM device WHERE id = ? AND next_token IS NOT NULL AND (token IS NULL OR NOT ?)",
      .text(id.description),
      .integer(mustBeFirst ? 1 : 0)
    ) { _ in true } ?? false
  }

  /// Makes a digest that of the unconfirmed token of a device; a device that is not registered has none.
  ///
  /// - Returns: whether that changed something.
  @discardableResult
  func setToken(_ digest: SecretDigest, of id: DeviceID) throws(StoreFailure) -> Bool {
    guard try hasAdditionalTables() else { return false }
    if let proof = try device(provenBy: digest) {
      guard proof.device.id == id, !proof.isConfirmed else { throw .idInUse(at: location) }
      return false
    }
    try run(
      "UPDATE device SET next_token = ? WHERE id = ?",
      .text(digest.hexadecimal),
      .text(id.description)
    )
    return true
  }

  static let openOnDevice = """
    \(entries)
    WHERE session.device = ?1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > ?2)
    ORDER BY session.number
    """

  func forget(
    _ id: DeviceID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<[SessionEntry]>, CredentialError> {
    try performOnce(context) { () throws(StoreFailure) in
      guard try isRegistered(id, in: context.scope) else { return .failure(.noSuchDevice(id)) }
      try run("DELETE FROM device WHERE id = ?", .text(id.description))
      try run("DELETE FROM identity_token WHERE device = ?", .text(id.description))
      try run("DELETE FROM wrong_code WHERE device = ?", .text(id.description))
      let open = try rows(Self.openOnDevice, .text(id.description), .time(context.time)) {
        row throws(StoreFailure) in try row.sessionEntry()
      }
      try voidLinks(of: open.map(\.account.id))
      let ended = try revoke(open, in: context)
      try run("DELETE FROM active_session WHERE device = ?", .text(id.description))
      return .success(.changed(ended))
    }
  }

  private func isRegistered(_ id: DeviceID, in scope: StoreScope) throws(StoreFailure) -> Bool {
    if case .device(let own) = scope, own != id { return false }
    return try registeredDevice(id) != nil
  }

  static func devices(_ view: StoreView) -> String {
    let condition =
      switch view.scope {
      case .everything: view.condition(on: "")
      case .device:
        """
        (device.id = ?1 OR device.id IN (
          SELECT session.device FROM session
          WHERE session.ended_at IS NULL
            AND (session.expires_at IS NULL OR session.expires_at > ?2)
            AND \(view.condition(on: "session.account"))))
        """
      }
    return """
      SELECT \(deviceColumns), number FROM device WHERE \(condition) AND number > ?3
      ORDER BY number LIMIT ?4
      """
  }

  func devices(
    _ page: PageRequest,
    in view: StoreView
  ) throws(StoreFailure) -> Page<Device> {
    let first = try page.rowNumber(at: location, first: .min)
    guard try hasAdditionalTables() else { return Page(entries: [], next: nil) }
    let found = try rows(
      Self.devices(view),
      .text(view.deviceID.description),
      .time(view.time),
      .integer(first),
      .integer(Int64(page.limit + 1))
    ) { row throws(StoreFailure) in (number: try row.integer(5), entry: try row.device()) }
    return page.page(of: found)
  }

  // MARK: Recovery keys

  func isProven(
    _ account: NumberedAccount,
    by request: SignInChange
  ) throws(StoreFailure) -> Bool {
    if case .notDemanded = request.proof { return true }
    let last = try session(of: account, on: request.context.deviceID)?.session
    if let last, last.isOpen(at: request.context.time) { return true }
    guard case .recoveryKey(let digest) = request.proof else { return false }
    return try isRecoveryKey(digest, of: account.account.id)
  }

  func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) throws(StoreFailure) -> Bool {
    try row(
      "SELECT 1 FROM account WHERE id = ? AND recovery_key = ?",
      .text(account.description),
      .text(digest.hexadecimal)
    ) { _ in true } ?? false
  }

  private func hasRecoveryKey(_ account: NumberedAccount) throws(StoreFailure) -> Bool {
    try row(
      "SELECT 1 FROM account WHERE number = ? AND recovery_key IS NOT NULL",
      .integer(account.number)
    ) { _ in true } ?? false
  }

  func setRecoveryKey(
    _ digest: SecretDigest,
    of account: NumberedAccount
  ) throws(StoreFailure) {
    try run(
      "UPDATE account SET recovery_key = ? WHERE number = ?",
      .text(digest.hexadecimal),
      .integer(account.number)
    )
  }

  func setRecoveryKey(
    _ digest: SecretDigest,
    of id: AccountID,
    proof: SignInProof,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Void>, CredentialError> {
    let outcome: Result<StoreStep<RecoveryKeySetting>, CredentialError> = try performOnce(
      context,
      again: { former throws(StoreFailure) in
        try setRecoveryKey(digest, of: id, context) { _ throws(StoreFailure) in
          try isRecoveryKey(former.digest, of: id)
        }
      },
      { () throws(StoreFailure) in
        try setRecoveryKey(digest, of: id, context) { account throws(StoreFailure) in
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
    ifProven isProven: (NumberedAccount) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) -> Result<StoreStep<RecoveryKeySetting>, CredentialError> {
    guard let account = try account(of: id), try isVisible(account, in: context.view) else {
      return .failure(.notSignedIn)
    }
    guard try isProven(account) else { return .failure(.proofDemanded) }
    try setRecoveryKey(digest, of: account)
    try voidLinks(of: [account.account.id])
    let last = try session(of: account, on: context.deviceID)?.session
    let open = last.flatMap { $0.isOpen(at: context.time) ? $0.id : nil }
    try record(.recoveryKeyReplaced, of: account.account, open, in: context)
    return .success(.changed(RecoveryKeySetting(digest)))
  }

  /// Whether a proof allows what an open session does not.
  ///
  /// That is to replace the recovery key, or to remove the account. A link is used up by it.
  func mayChange(
    _ account: NumberedAccount,
    by proof: SignInProof,
    for purpose: LinkPurpose,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Bool {
    switch proof {
    case .notDemanded: true
    case .notGiven: try !hasRecoveryKey(account)
    case .recoveryKey(let present): try isRecoveryKey(present, of: account.account.id)
    case .link(let code): try useLink(code, for: purpose, of: account, context)
    case .unusedToken(let token, let mustBeFirst):
      purpose == .recoveryKey
        ? try replaceUnusedToken(of: context.deviceID, with: token, ifFirst: mustBeFirst) : false
    }
  }

  func hasRecoveryKey(
    _ id: AccountID,
    in view: StoreView
  ) throws(StoreFailure) -> Result<Bool, CredentialError> {
    guard let account = try account(of: id), try isVisible(account, in: view) else {
      return .failure(.notSignedIn)
    }
    return .success(try hasRecoveryKey(account))
  }
}

extension SQLiteRow {
  /// The device in the first five columns.
  func device(at first: Int32 = 0) throws(StoreFailure) -> Device {
    Device(
      id: try identifier(first),
      label: try optionalText(first + 1),
      registeredAt: try timestamp(first + 2),
      origin: Origin(
        host: try optionalText(first + 3),
        terminal: try optionalText(first + 4)
      )
    )
  }

  /// A digest; nil for NULL.
  func optionalDigest(_ column: Int32) throws(StoreFailure) -> SecretDigest? {
    guard let text = try optionalText(column) else { return nil }
    guard let digest = SecretDigest(hexadecimal: text) else { throw damaged(column) }
    return digest
  }
}
