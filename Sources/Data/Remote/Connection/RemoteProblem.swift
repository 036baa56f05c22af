#if Server
import FoundationEssentials
import MonikerDomain

/// Why a call has no result.
enum RemoteRefusal: Error {
  /// The service has refused it; nothing was changed.
  case problem(RemoteProblem)

  /// There is no answer that can be read.
  case failed(StoreFailure)
}

/// What a service refuses, and why (RFC 9457).
struct RemoteProblem: Sendable {
  /// The status.
  let status: Int

  /// What happened, for programs.
  let code: String

  /// The ways to prove that an account is the caller's.
  let ways: [RemoteProofWay]

  /// The session that has ended.
  let session: SessionEntry?

  /// The nickname of the account that is in the way.
  let holder: String?

  /// When what is in the way ends.
  let until: Timestamp?

  /// After how many seconds the caller may try again.
  let retryAfter: Int?

  /// Whether it is the answer to a request that was sent again after an answer was lost.
  var isRepeated = false
}

extension RemoteProblem {
  private struct Document: Decodable, Sendable {
    let code: String
    let ways: [String]?
    let session: SessionAnswer?
    let holder: String?
    let until: TimeAnswer?
  }

  /// The codes of answers by which a service says that it fails.
  private static let failures: Set = ["storeBusy", "storeFull", "storeFailed", "photoSourceFailed"]

  /// The longest pause that a caller is asked for; a day, in seconds.
  private static let longestPause = 86_400

  /// Reads an answer.
  ///
  /// - Returns: nil if it is not a problem of the service, such as the page of a proxy.
  init?(_ answer: RemoteAnswer) {
    guard answer.headers["content-type"]?.hasPrefix("application/problem+json") == true,
      let document = Document(json: answer.body)
    else { return nil }
    status = answer.status
    let named = String(document.code.prefix(64)).filter { $0.isASCII && $0.isLetter || $0 == "_" }
    // A service that fails does not know whether anybody is signed in.
    code = answer.status < 500 || Self.failures.contains(named) ? named : "failure"
    ways = document.ways?.compactMap(RemoteProofWay.init) ?? []
    session = document.session?.entry
    holder = document.holder
    until = document.until?.time
    retryAfter = answer.headers["retry-after"].flatMap { Int($0) }
      .map { min(max(0, $0), Self.longestPause) }
  }

  /// Whether the token proves nothing.
  var isUnauthorized: Bool { code == "unauthorized" }

  /// Whether nobody is signed in on this device, or it is not known any longer.
  var isNotSignedIn: Bool { code == "notSignedIn" || isUnauthorized }

  /// Whether the same request may be answered some seconds later.
  var isTemporary: Bool { code == "storeBusy" || code == "tooManyRequests" }

  /// What an identity token is not enough for.
  static let identifiesOnly =
    "an identity token only tells who somebody is; use the token of a device"

  /// What it is for callers that do not distinguish it.
  func failure(of address: ServiceAddress) -> StoreFailure {
    let wait = retryAfter.map { "; try again in \($0) s" } ?? ""
    let later = retryAfter == nil ? "; try again" : wait
    let (reason, detail): (StoreFailure.Reason, String) =
      switch (status, code) {
      case (_, "idempotencyKeyReused"): (.idInUse, "the ID was used for another intention")
      case (_, "invalidCursor"): (.unsupported, "the cursor is not one of this list")
      case (_, "storeFull"): (.noSpace, "the store of the service has no space left")
      case (429, _): (.busy, "the service was asked too often\(later)")
      case (_, "storeBusy"): (.busy, "the store of the service is busy\(later)")
      case (500..., _): (.unreachable, "the service has failed (status \(status), \(code))\(wait)")
      case (_, "identityToken"): (.permissionDenied, Self.identifiesOnly)
      case (401, _), (403, _): (.permissionDenied, "the service refuses it (\(code))")
      default: (.unsupported, "the service refuses it (\(code))")
      }
    return StoreFailure(reason, at: address.description, detail: detail)
  }
}

/// A way to prove that an account is the caller's.
public enum RemoteProofWay: String, Hashable, Sendable, CaseIterable {
  /// With the recovery key of the account.
  case recoveryKey

  /// With the approval of another device on which it is signed in.
  case link
}
#endif
