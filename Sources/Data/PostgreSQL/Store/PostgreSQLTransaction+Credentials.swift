#if Server
import MonikerDomain
import MonikerModel

/// The devices and their tokens.
extension PostgreSQLTransaction {
  func register(
    _ change: DeviceChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Device>, CredentialError> {
    try performOnce(change.context, byAnyDevice: true) { context throws(PostgreSQLFailure) in
      guard try device(provenBy: change.token) == nil else {
        throw PostgreSQLFailure(.idInUse(at: location))
      }
      let device = Device(
        id: change.device.id,
        label: change.device.label,
        registeredAt: context.time,
        origin: change.device.origin
      )
      insertRegistered(device, tokens: DeviceTokens(unconfirmed: change.token))
      return .success(.changed(device))
    }
  }

  func insertRegistered(_ device: Device, tokens: DeviceTokens) {
    write(
      """
      INSERT INTO device (id, token, next_token, label, registered_at, host, terminal)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      .id(device.id),
      .digest(tokens.confirmed),
      .digest(tokens.unconfirmed),
      .text(device.label),
      .time(device.registeredAt),
      .text(device.origin.host),
      .text(device.origin.terminal)
    )
  }

  static let deviceOfToken = """
    SELECT \(deviceColumns), token IS NOT DISTINCT FROM $1 FROM device
    WHERE token = $1 OR next_token = $1
    """

  func device(provenBy digest: SecretDigest) throws(PostgreSQLFailure) -> DeviceProof? {
    try row(Self.deviceOfToken, .digest(digest)) { row throws(PostgreSQLFailure) in
      DeviceProof(of: try row.device(), isConfirmed: try row.boolean(5))
    }
  }

  func confirmToken(
    _ digest: SecretDigest
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, CredentialError> {
    let isChanged = try exists(
      """
      UPDATE device SET token = next_token, next_token = NULL WHERE next_token = $1 RETURNING 1
      """,
      .digest(digest)
    )
    return .success(isChanged ? .changed(()) : .unchanged(()))
  }

  static let registered = "SELECT \(deviceColumns), next_token, token FROM device WHERE id = $1"

  /// A registered device, and which tokens it has.
  typealias RegisteredDevice = (device: Device, hasUnusedToken: Bool, hasUsedToken: Bool)

  /// A registered device.
  ///
  /// - Parameter isLocked: whether its tokens stay as they are until the end of the transaction.
  func registeredDevice(
    _ id: DeviceID,
    locking isLocked: Bool = false
  ) throws(PostgreSQLFailure) -> RegisteredDevice? {
    try row(Self.registered + (isLocked ? Self.locked : ""), .id(id)) {
      row throws(PostgreSQLFailure) in (try row.device(), !row.isNull(5), !row.isNull(6))
    }
  }

  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, CredentialError> {
    guard try device(id, in: context.scope) != nil else { return .failure(.noSuchDevice(id)) }
    return .success(try setToken(digest, of: id) ? .changed(()) : .unchanged(()))
  }

  func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, CredentialError> {
    guard let found = try device(id, in: context.scope) else {
      return .failure(.noSuchDevice(id))
    }
    guard found.hasUnusedToken, !(mustBeFirst && found.hasUsedToken) else {
      return .failure(.noUnusedToken(id))
    }
    return .success(try setToken(digest, of: id) ? .changed(()) : .unchanged(()))
  }

  /// A registered device in the scope of a call, which is locked.
  private func device(
    _ id: DeviceID,
    in scope: StoreScope
  ) throws(PostgreSQLFailure) -> RegisteredDevice? {
    if case .device(let own) = scope, own != id { return nil }
    return try registeredDevice(id, locking: true)
  }

  /// Makes a digest that of the unconfirmed token of a device; a device that is not registered has none.
  ///
  /// - Returns: whether that changed something.
  @discardableResult
  func setToken(_ digest: SecretDigest, of id: DeviceID) throws(PostgreSQLFailure) -> Bool {
    if let proof = try device(provenBy: digest) {
      guard proof.device.id == id, !proof.isConfirmed else {
        throw PostgreSQLFailure(.idInUse(at: location))
      }
      return false
    }
    write("UPDATE device SET next_token = $1 WHERE id = $2", .digest(digest), .id(id))
    return true
  }

  static let openOnDevice = """
    \(entries)
    WHERE session.device = $1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > $2)
    ORDER BY session.number
    """

  func forget(
    _ id: DeviceID,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<[SessionEntry]>, CredentialError> {
    try performOnce(context) { context throws(PostgreSQLFailure) in
      lock(id)
      guard try device(id, in: context.scope) != nil else { return .failure(.noSuchDevice(id)) }
      let ended = try revoke(
        (Self.openOnDevice, [.id(id), .time(context.time)]),
        in: context
      )
      write("DELETE FROM device WHERE id = $1", .id(id))
      write("DELETE FROM identity_token WHERE device = $1", .id(id))
      write("DELETE FROM wrong_code WHERE device = $1", .id(id))
      write("DELETE FROM active_session WHERE device = $1", .id(id))
      return .success(.changed(ended.answer))
    }
  }

  static func devices(_ view: PostgreSQLView) -> String {
    let condition =
      switch view.scope {
      case .everything: view.condition(on: "")
      case .device:
        """
        (device.id = $1 OR device.id IN (
          SELECT session.device FROM session
          WHERE session.ended_at IS NULL
            AND (session.expires_at IS NULL OR session.expires_at > \(PostgreSQLView.time(2)))
            AND \(view.condition(on: "session.account"))))
        """
      }
    return """
      SELECT \(deviceColumns), number FROM device WHERE \(condition) AND number > $3
      ORDER BY number LIMIT $4
      """
  }

  func devices(
    _ page: PageRequest,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Page<Device> {
    let found = try rows(
      Self.devices(view),
      .id(view.deviceID),
      .time(view.time),
      .integer(try rowNumber(page, first: .min)),
      .count(page.limit + 1)
    ) { row throws(PostgreSQLFailure) in
      (number: try row.integer(5), entry: try row.device())
    }
    return page.page(of: found)
  }

  // MARK: Who is it

  /// What tokens prove, with the active sessions of their devices: one statement for each request of a
  /// service.
  ///
  /// Two look-ups by index: a condition with `OR` in a join would have none.
  static let provenSessions = """
    SELECT \(sessionColumns), \(deviceColumns), device.is_confirmed, active_session.session, asked.place
    FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
    CROSS JOIN LATERAL (
      SELECT device.*, true AS is_confirmed FROM device WHERE device.token = asked.token
      UNION ALL
      SELECT device.*, false FROM device WHERE device.next_token = asked.token) AS device
    LEFT JOIN active_session ON active_session.device = device.id
    LEFT JOIN session ON session.number = active_session.session
    LEFT JOIN account ON account.number = session.account
    """

  func sessions(
    provenBy digests: [SecretDigest]
  ) throws(PostgreSQLFailure) -> [ProvenSession?] {
    var sessions = [ProvenSession?](repeating: nil, count: digests.count)
    let found = try rows(Self.provenSessions, .texts(digests.map(\.hexadecimal))) {
      row throws(PostgreSQLFailure) in
      let proof = DeviceProof(of: try row.device(at: 17), isConfirmed: try row.boolean(22))
      let active = try row.isNull(23) ? nil : row.accountSession()
      return (Int(try row.integer(24)), ProvenSession(proof, SessionSnapshot(active: active)))
    }
    for (place, session) in found { sessions[place - 1] = session }
    return sessions
  }
}
#endif
