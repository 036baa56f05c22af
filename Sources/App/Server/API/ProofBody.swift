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
  /// How often a device asks what became of its link is limited for each device, and keys are for each address.
  ///
  /// - Parameters:
  ///   - useCases: the use cases of the caller's device.
  ///   - throttle: limits how often.
  ///   - context: the caller's.
  /// - Throws: ``HTTPProblem``; `CredentialError.linkNotApproved`, so that a caller who waits can distinguish it from
  ///   a wrong proof.
  func proof(
    _ useCases: UseCases,
    _ throttle: Throttle,
    of context: ServiceContext
  ) async throws -> SignInProof {
    if let link {
      guard let code = Secret(.deviceCode, typed: link)?.digest else {
        throw CredentialError.noSuchLink
      }
      try throttle.refusePoll(by: context.device().id)
      let state = try await useCases.credentials.linkState(deviceCode: code)
      guard state == .approved else { throw CredentialError.linkNotApproved(state) }
      return .link(code)
    }
    try throttle.refuse(.signIn, from: context.client)
    guard let recoveryKey else { return .notGiven }
    guard let key = Secret(.recoveryKey, typed: recoveryKey) else {
      throw HTTPProblem.invalidRecoveryKey
    }
    return .recoveryKey(key.digest)
  }
}
#endif
