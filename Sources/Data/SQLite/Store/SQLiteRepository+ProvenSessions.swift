public import MonikerDomain
import MonikerModel

extension SQLiteRepository: ProvenSessionRepository {
  /// See ``/MonikerDomain/ProvenSessionRepository/sessions(provenBy:)``.
  @concurrent public func sessions(
    provenBy digests: [SecretDigest]
  ) async throws(CredentialError) -> [ProvenSession?] {
    guard let cache = provenSessions else { return try await readSessions(provenBy: digests) }
    var answer = cache.answer(for: digests, in: file)
    let missing = digests.indices.filter { answer.sessions[$0] == nil }
    guard !missing.isEmpty else { return answer.sessions }
    let asked = missing.map { digests[$0] }
    let found = try await readSessions(provenBy: asked)
    let isOfOneMoment = answer.moment.map { cache.keep(found, for: asked, readSince: $0) } ?? false
    guard missing.count < digests.count else { return found }
    guard isOfOneMoment else { return try await readSessions(provenBy: digests) }
    for (index, session) in zip(missing, found) { answer.sessions[index] = session }
    return answer.sessions
  }

  @concurrent private func readSessions(
    provenBy digests: [SecretDigest]
  ) async throws(CredentialError) -> [ProvenSession?] {
    try await read(
      CredentialError.self,
      orElse: [ProvenSession?](repeating: nil, count: digests.count),
      isLong: digests.count > 8
    ) { connection throws(StoreFailure) in try connection.sessions(provenBy: digests) }
  }

  /// See ``/MonikerDomain/ProvenSessionRepository/changeNotices()``.
  public nonisolated func changeNotices() -> AsyncStream<Void> { watchedChangeNotices() }
}

extension SQLiteConnection {
  func sessions(
    provenBy digests: [SecretDigest]
  ) throws(StoreFailure) -> [ProvenSession?] {
    // The tables are never removed, and to search for them takes as long as to search for a device.
    if !isPrepared(Self.ofConfirmedToken), try !hasAdditionalTables() {
      return [ProvenSession?](repeating: nil, count: digests.count)
    }
    var sessions: [ProvenSession?] = []
    sessions.reserveCapacity(digests.count)
    for digest in digests {
      if let session = try session(provenByConfirmed: digest) {
        sessions.append(session)
      } else {
        sessions.append(try session(provenBy: digest))
      }
    }
    return sessions
  }

  /// The device of a confirmed token, and its active session: nearly all tokens are confirmed.
  ///
  /// The outer joins are those of ``active``, and the last column tells a device without an active session.
  static let ofConfirmedToken = "\(ofConfirmedTokens) WHERE device.token = ?"

  private static let ofDevice = "\(ofConfirmedTokens) WHERE device.id = ?"

  private static let ofConfirmedTokens = """
    SELECT \(sessionColumns), \(deviceColumns), active_session.session, device.token FROM device
    LEFT JOIN active_session ON active_session.device = device.id
    LEFT JOIN session ON session.number = active_session.session
      AND session.device = active_session.device
    LEFT JOIN account ON account.number = session.account
    """

  private func session(
    provenByConfirmed digest: SecretDigest
  ) throws(StoreFailure) -> ProvenSession? {
    try row(Self.ofConfirmedToken, .text(digest.hexadecimal)) { row throws(StoreFailure) in
      try row.provenSession()
    }
  }

  /// What the confirmed token of a device proves; nil without one.
  func renewedSession(
    of device: DeviceID
  ) throws(StoreFailure) -> ProvenSessionCache.RenewedSession? {
    let row = try row(Self.ofDevice, .text(device.description)) { row throws(StoreFailure) in
      (token: try row.optionalDigest(23), session: try row.provenSession())
    }
    guard let row, let token = row.token else { return nil }
    return ProvenSessionCache.RenewedSession(token: token, session: row.session)
  }

  private func session(provenBy digest: SecretDigest) throws(StoreFailure) -> ProvenSession? {
    try registeredDevice(provenBy: digest).map { proof throws(StoreFailure) in
      ProvenSession(proof, try snapshot(of: .active, on: proof.device.id))
    }
  }
}

extension SQLiteRow {
  /// What the confirmed token of a device proves, in the columns of ``SQLiteConnection/ofConfirmedToken``.
  fileprivate func provenSession() throws(StoreFailure) -> ProvenSession {
    ProvenSession(
      DeviceProof(of: try device(at: 17), isConfirmed: true),
      SessionSnapshot(active: isNull(22) ? nil : try activeSession())
    )
  }
}
