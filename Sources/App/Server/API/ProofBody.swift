#if Server
import HTTPTypes
import MonikerDomain

/// The body of a request that an open session is not enough for: with the recovery key of the account, or
/// the code of a link that another device has approved.
protocol ProofBody {
  /// The recovery key.
  var recoveryKey: String? { get }

  /// The device code of the link.
  var link: String? { get }
}

extension ProofBody {
  /// Reads the proof, which the store checks in the step of the change.
  ///
  /// - Throws: `CredentialError.linkNotApproved`, so that a caller who waits can
  ///   distinguish it from a wrong proof.
  ///
  /// - Parameters:
  ///   - useCases: the use cases of the caller's device.
  ///   - throttle: limits how often the device asks what became of its link.
  ///   - device: the caller's device.
  func proof(
    _ useCases: UseCases,
    _ throttle: Throttle,
    by device: DeviceID
  ) async throws -> SignInProof {
    if let link {
      guard let code = Secret(.deviceCode, typed: link)?.digest else {
        throw CredentialError.noSuchLink
      }
      try throttle.refusePoll(by: device)
      let state = try await useCases.credentials.linkState(deviceCode: code)
      guard state == .approved else { throw CredentialError.linkNotApproved(state) }
      return .link(code)
    }
    guard let recoveryKey else { return .notGiven }
    guard let key = Secret(.recoveryKey, typed: recoveryKey) else {
      throw HTTPProblem.invalidRecoveryKey
    }
    return .recoveryKey(key.digest)
  }
}
#endif
