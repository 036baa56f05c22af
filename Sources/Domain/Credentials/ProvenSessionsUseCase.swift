/// Finds the active sessions of the devices that call a service, and follows them.
public struct ProvenSessionsUseCase: Sendable {
  private let store: any ProvenSessionRepository & DeviceRepository

  /// Creates the use case over a shared store.
  public init(_ store: any ProvenSessionRepository & DeviceRepository) {
    self.store = store
  }

  /// Returns the device of a token with its active session, and confirms the token when it is used first.
  ///
  /// - Parameter token: the digest of the token.
  /// - Returns: nil if the token proves nothing.
  /// - Throws: ``CredentialError/store(_:)``, also if the first use cannot be recorded. A failure never
  ///   looks like an unknown token.
  public func authenticate(_ token: SecretDigest) async throws(CredentialError) -> ProvenSession? {
    guard let proven = try await sessions(provenBy: [token]).first ?? nil else { return nil }
    if !proven.proof.isConfirmed { try await store.confirmToken(token) }
    return proven
  }

  /// Returns what each token proves, all as of one moment, and confirms none.
  ///
  /// - Parameter tokens: the digests of the tokens.
  /// - Returns: for each token, in the same order, what it proves; nil for nothing.
  /// - Throws: ``CredentialError/store(_:)``.
  public func sessions(
    provenBy tokens: [SecretDigest]
  ) async throws(CredentialError) -> [ProvenSession?] {
    try await store.sessions(provenBy: tokens)
  }

  /// Returns a sequence with an element after each change of the store.
  ///
  /// - Returns: the sequence of ``ProvenSessionRepository/changeNotices()``.
  public func changeNotices() -> AsyncStream<Void> { store.changeNotices() }
}
