public import MonikerDomain
import MonikerModel

extension SQLiteRepository: ProvenSessionRepository {
  /// See ``/MonikerDomain/ProvenSessionRepository/sessions(provenBy:)``.
  @concurrent public func sessions(
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
    guard try hasAdditionalTables() else {
      return [ProvenSession?](repeating: nil, count: digests.count)
    }
    var sessions: [ProvenSession?] = []
    sessions.reserveCapacity(digests.count)
    for digest in digests {
      let proof = try registeredDevice(provenBy: digest)
      sessions.append(
        try proof.map { proof throws(StoreFailure) in
          ProvenSession(proof, try snapshot(of: .active, on: proof.device.id))
        }
      )
    }
    return sessions
  }
}
