/// The port to the active sessions of devices that prove themselves by tokens.
///
/// A service asks it on each request, and for all of its open streams of events at once.
///
/// The general laws of ``NicknameRepository`` apply.
public protocol ProvenSessionRepository: Sendable {
  /// Returns what each token proves, with the active session of its device, all as of one moment.
  ///
  /// - Parameter digests: the digests of the tokens.
  /// - Returns: for each digest, in the same order, what ``DeviceRepository/device(provenBy:)`` and
  ///   ``SessionRepository/session(of:on:)`` return; nil if the token proves nothing.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like an unknown token.
  func sessions(
    provenBy digests: [SecretDigest]
  ) async throws(CredentialError) -> [ProvenSession?]

  /// Returns a sequence with an element after each change of the store, by this and all other users of it.
  ///
  /// Changes by other processes to a store that outlives its process arrive within 100 ms.
  ///
  /// - Changes that follow each other may share an element, which comes after the last of them. An
  ///   element may come without a change.
  /// - The sequence ends when the task that reads it is cancelled, or at once if the changes of other
  ///   processes cannot be watched.
  func changeNotices() -> AsyncStream<Void>
}

/// What a token proves, with the active session of its device.
public struct ProvenSession: Hashable, Sendable {
  /// The device, and whether the token is confirmed.
  public let proof: DeviceProof

  /// The active session of the device.
  public let session: SessionSnapshot

  /// Creates the value.
  public init(_ proof: DeviceProof, _ session: SessionSnapshot) {
    self.proof = proof
    self.session = session
  }
}
