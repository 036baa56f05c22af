#if Server
public import MonikerDomain

/// The errors of calls of a service that no port of a store has.
public enum RemoteError: Error, Hashable, Sendable {
  /// The account, of which the service tells the nickname alone, needs a proof in one of these ways.
  case proofRequired(Account, ways: [RemoteProofWay])

  /// The text is not a recovery key.
  case invalidRecoveryKey

  /// The link was denied, or is not valid any longer.
  case link(RemoteLinkEnd)

  /// Nobody can make an account of this service.
  case signUpClosed

  /// The nickname cannot be signed in under; never `NicknameError.store(_:)`.
  case nickname(NicknameError)

  /// The credential is refused; never `CredentialError.store(_:)`.
  case credential(CredentialError)

  /// There is no answer, or the store of the service failed.
  case store(StoreFailure)
}

/// What a proof is needed for.
public struct RemoteProofRequest: Hashable, Sendable {
  /// The account, of which the service may tell the nickname alone.
  public let account: Account

  /// What is to be done.
  public let purpose: LinkPurpose

  /// The ways that the service accepts.
  public let ways: [RemoteProofWay]

  /// How many proofs of this call were wrong.
  public let failures: Int

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - account: see ``account``.
  ///   - purpose: see ``purpose``.
  ///   - ways: see ``ways``.
  ///   - failures: see ``failures``.
  public init(account: Account, purpose: LinkPurpose, ways: [RemoteProofWay], failures: Int) {
    self.account = account
    self.purpose = purpose
    self.ways = ways
    self.failures = failures
  }
}

/// A proof that an account is the caller's.
public enum RemoteProof: Hashable, Sendable {
  /// The recovery key of the account.
  case recoveryKey(RemoteSecret)

  /// A link that another device has approved.
  case link(RemoteLink)
}

/// Why a link cannot be approved any longer.
public enum RemoteLinkEnd: Hashable, Sendable {
  /// A person has denied it: `access_denied` of RFC 8628.
  case denied

  /// Its time is over, or this device has begun another one: `expired_token` of RFC 8628.
  case expired
}

extension RemoteError: CustomStringConvertible {
  /// A sentence that says what happened.
  public var description: String {
    switch self {
    case .proofRequired(let account, let ways):
      "\(account.nickname) is somebody's account. Prove that it is yours"
        + (ways.isEmpty ? "." : ": \(ways.map(\.text).joined(separator: ", or ")).")
    case .invalidRecoveryKey: "That is not a recovery key."
    case .link(.denied): "The request was denied on the other device."
    case .link(.expired): "The time for approving the request is over."
    case .signUpClosed:
      "No account has this nickname, and the service takes no new accounts."
    case .nickname(let error): "\(error)"
    case .credential(let error): "\(error)"
    case .store(let failure): "\(failure)"
    }
  }
}

extension RemoteProofWay {
  fileprivate var text: String {
    switch self {
    case .recoveryKey: "with its recovery key"
    case .link: "with a device on which it is signed in"
    }
  }
}

extension RemoteRepository {
  /// Translates what the service refuses.
  ///
  /// - Parameter account: the account that the call means, or what is known of it.
  func remoteError(_ refusal: RemoteRefusal, about account: Account? = nil) -> RemoteError {
    guard case .problem(let problem) = refusal else { return .store(failure(refusal)) }
    switch problem.code {
    case "proofRequired":
      guard let account else { return .credential(.proofDemanded) }
      return .proofRequired(account, ways: problem.ways)
    case "invalidRecoveryKey": return .invalidRecoveryKey
    case "access_denied": return .link(.denied)
    case "noSuchLink": return .credential(.noSuchLink)
    case "authorization_pending", "slow_down": return .credential(.linkNotApproved(.pending))
    case "signUpClosed": return .signUpClosed
    case "notSignedIn", "unauthorized", "sessionEnded": return .credential(.notSignedIn)
    case "tooManyWrongCodes":
      let end = now().advanced(by: .seconds(problem.retryAfter ?? 0))
      return .credential(.tooManyWrongCodes(until: end))
    case "sessionsTooNew":
      let end = problem.until ?? now().advanced(by: Link.minimumSessionAge)
      return .credential(.sessionsTooNew(until: end))
    case "tooManyIdentityTokens": return .credential(.tooManyIdentityTokens)
    case "idempotencyKeyUsed": return .credential(.notRepeatable(.answered))
    case "idempotencyKeyExpired": return .credential(.notRepeatable(.tooLate))
    default: return .store(problem.failure(of: address))
    }
  }
}
#endif
