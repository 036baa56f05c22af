#if Server
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

/// A refusal or a failure, which becomes a problem document (RFC 9457).
struct HTTPProblem: Error {
  /// The status of the response.
  let status: HTTPResponse.Status

  /// The error code, by which programs distinguish the problems; those of the tool where it has one.
  let code: String

  /// Whole sentences that say what happened, and to what.
  let detail: String

  /// The ways to prove that an account is the caller's, if that was missing.
  var ways: [String]?

  /// The session of the caller that has ended, if that is the problem.
  var session: AccountSession?

  /// The nickname of the account that is in the way, in its own spelling.
  var holder: String?

  /// When what is in the way ends.
  var until: Timestamp?

  /// After how many seconds the caller may try again; nil if waiting does not help.
  var retryAfter: Int?

  /// What a person can do next; documents for programs do not say it.
  var remedies: [Remedy] = []

  /// The nicknames within the detail, as it shows them; documents for programs do not say them.
  var names: [String] = []

  /// Further headers of the response.
  var headers = HTTPFields()

  init(
    _ status: HTTPResponse.Status,
    _ code: String,
    _ detail: String,
    ways: [String]? = nil,
    retryAfter: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.ways = ways
    self.retryAfter = retryAfter
  }

  private struct Document: Encodable {
    let type = "about:blank"
    let title: String
    let status: Int
    let code: String
    let detail: String
    let ways: [String]?
    let session: SessionDocument?
    let holder: String?
    let until: String?
  }

  /// The response, with a document of the media type `application/problem+json`.
  var response: Response {
    let document = Document(
      title: status.reasonPhrase,
      status: status.code,
      code: code,
      detail: detail,
      ways: ways,
      session: session.map { SessionDocument(SessionEntry(holder: $0, isActive: false)) },
      holder: holder,
      until: until?.description
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A document of texts and one number can always be encoded.
    let data = (try? encoder.encode(document)) ?? Data()
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    // RFC 9110, section 11.6.1: a response 401 names the scheme.
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"moniker\"" }
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
    )
  }
}

extension HTTPProblem {
  /// A body, a parameter or a header that is not what the operation takes.
  static func invalidRequest(_ detail: String) -> HTTPProblem {
    HTTPProblem(.badRequest, "invalidRequest", detail)
  }

  /// A fault of the service.
  static let failure = HTTPProblem(.internalServerError, "failure", "The service has failed.")

  /// A cursor that the store cannot read.
  static let invalidCursor = HTTPProblem(
    .unprocessableContent,
    "invalidCursor",
    "The cursor is not one of this list."
  )

  /// No token was given, or one that proves nothing.
  static func unauthorized(_ detail: String) -> HTTPProblem {
    HTTPProblem(.unauthorized, "unauthorized", detail)
  }

  /// Describes a problem of the presentation.
  init(_ problem: Problem) {
    if let reason = problem.storeFailure {
      // Where the store is, and what is wrong with it, is the operator's business.
      self.init(reason)
      return
    }
    let code = problem.code.rawValue
    switch problem.code {
    case .notSignedIn, .sessionEnded: self.init(.unauthorized, code, problem.message)
    case .invalidNickname, .invalidProfile:
      self.init(.unprocessableContent, code, problem.message)
    case .nicknameTaken, .nicknameResembles, .ambiguous, .profileConflict, .actingAccountDecided,
      .storeConflict, .storeNotEmpty:
      self.init(.conflict, code, problem.message)
    case .noSuchAccount, .noSuchSession, .noSuchPhoto: self.init(.notFound, code, problem.message)
    case .usage: self.init(.unprocessableContent, code, problem.message)
    case .photoSourceFailed: self.init(.badGateway, code, problem.message)
    case .accountSuspended: self.init(.forbidden, code, problem.message)
    default: self = .failure
    }
    (remedies, names) = (problem.remedies, problem.names)
  }

  /// Describes a failure of the store without its place, which is the operator's business.
  init(_ failure: StoreFailure) { self.init(failure.reason) }

  private init(_ reason: StoreFailure.Reason) {
    switch reason {
    case .busy:
      self.init(
        .serviceUnavailable,
        "storeBusy",
        "The store is busy. Nothing was changed. Try again.",
        retryAfter: 1
      )
    case .noSpace:
      self.init(
        // RFC 4918, section 11.5.
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        "storeFull",
        "The store has no space left. Nothing was changed."
      )
    case .idInUse:
      // The IDs of the service are random: only that of a request comes from a caller.
      self.init(
        .unprocessableContent,
        "idempotencyKeyReused",
        "The Idempotency-Key was used for another request. Nothing was changed."
      )
    case .unsupported:
      self = .invalidCursor
    default:
      self.init(
        .serviceUnavailable,
        "storeFailed",
        "The store cannot be used at the moment.",
        retryAfter: 30
      )
    }
  }

  /// Describes a failure with a nickname.
  init(_ error: NicknameError, at now: Timestamp) {
    switch error {
    case .proofDemanded:
      self.init(
        .forbidden,
        "proofRequired",
        error.description,
        ways: ["recoveryKey", "link"]
      )
    case .suspended: self.init(.forbidden, "accountSuspended", error.description)
    case .tooManyAccounts(let end):
      self.init(
        .tooManyRequests,
        "tooManyAccounts",
        error.description,
        retryAfter: Self.seconds(from: now, to: end)
      )
    case .store(let failure): self.init(failure)
    default: self.init(Problem(error))
    }
    names = error.names
    if case .sessionEnded(let ended) = error { session = ended }
    (holder, until) = (error.holder, error.end)
  }

  private static func seconds(from now: Timestamp, to end: Timestamp) -> Int {
    max(1, Int(now.duration(to: end).components.seconds) + 1)
  }

  /// Describes why nobody was signed in.
  init(_ error: SharedSignInError, at now: Timestamp) {
    switch error {
    case .nickname(let error): self.init(error, at: now)
    case .store(let failure): self.init(failure)
    case .notRepeatable(let error): self.init(error)
    case .signUpClosed:
      self.init(
        .forbidden,
        "signUpClosed",
        "No account has this nickname, and the service takes no new accounts."
      )
    }
  }

  /// Describes why a request cannot be repeated.
  init(_ error: RepetitionError) {
    switch error {
    case .otherContent:
      self.init(.unprocessableContent, "idempotencyKeyReused", error.description)
    case .tooLate: self.init(.conflict, "idempotencyKeyExpired", error.description)
    case .answered: self.init(.conflict, "idempotencyKeyUsed", error.description)
    }
  }

  /// Describes a failure with a credential.
  init(_ error: CredentialError, at now: Timestamp) {
    switch error {
    case .notSignedIn: self.init(.unauthorized, "notSignedIn", error.description)
    case .proofDemanded:
      self.init(.forbidden, "proofRequired", error.description, ways: ["recoveryKey", "link"])
    case .notRepeatable(let error): self.init(error)
    // It is the caller's own, which was forgotten meanwhile.
    case .noSuchDevice: self = .unauthorized("The device was forgotten.")
    case .noUnusedToken: self.init(.answered)
    case .noSuchLink: self.init(.notFound, "noSuchLink", error.description)
    // The codes of RFC 8628, section 3.5.
    case .linkNotApproved(.denied): self.init(.badRequest, "access_denied", error.description)
    case .linkNotApproved:
      self.init(.badRequest, "authorization_pending", error.description)
    case .tooManyWrongCodes(let end):
      self.init(
        .tooManyRequests,
        "tooManyWrongCodes",
        error.description,
        retryAfter: Self.seconds(from: now, to: end)
      )
    case .sessionsTooNew(let end):
      self.init(.forbidden, "sessionsTooNew", error.description)
      until = end
    case .noSuchIdentityToken: self.init(.notFound, "noSuchIdentityToken", error.description)
    case .tooManyIdentityTokens:
      self.init(.conflict, "tooManyIdentityTokens", error.description)
    case .store(let failure): self.init(failure)
    }
  }

  /// Describes any error that a route has thrown.
  init(_ error: any Error, at now: Timestamp) {
    switch error {
    case let problem as HTTPProblem: self = problem
    case let problem as Problem: self.init(problem)
    case let error as NicknameError: self.init(error, at: now)
    case SessionError.store(let failure), AccountError.store(let failure),
      ProfileError.store(let failure), HistoryError.store(let failure),
      AccountError.nickname(.store(let failure)), IntentionError.store(let failure):
      self.init(failure)
    case let error as SessionError:
      self.init(Problem(error))
      if case .sessionEnded(let ended) = error { session = ended }
    case AccountError.proofDemanded:
      self.init(.forbidden, "proofRequired", "\(error)", ways: ["recoveryKey", "link"])
    case AccountError.sessionEnded(let ended):
      self.init(Problem(AccountError.sessionEnded(ended)))
      session = ended
    case ProfileError.sessionEnded(let ended):
      self.init(Problem(ProfileError.sessionEnded(ended)))
      session = ended
    case let error as AccountError: self.init(Problem(error))
    case let error as ProfileError: self.init(Problem(error))
    case let error as PhotoError: self.init(Problem(error))
    case let error as HistoryError: self.init(Problem(error))
    case let error as CredentialError: self.init(error, at: now)
    case let error as SharedSignInError: self.init(error, at: now)
    case IntentionError.notRepeatable(let error): self.init(error)
    case let failure as StoreFailure: self.init(failure)
    case let error as SessionTermsError:
      self.init(.unprocessableContent, "invalidTerms", "\(error)")
    case let error as HTTPError: self.init(error)
    case let error as any HTTPResponseError: self.init(HTTPError(error.status))
    default: self = .failure
    }
  }

  private init(_ error: HTTPError) {
    switch error.status {
    case .notFound: self.init(.notFound, "noSuchResource", "There is nothing at this address.")
    case .contentTooLarge:
      self.init(
        .contentTooLarge,
        "tooLarge",
        "The body has more than \(ServiceContext.maximumBodyLength) bytes."
      )
    default: self.init(error.status, "invalidRequest", error.body ?? error.status.reasonPhrase)
    }
  }
}

extension NicknameError {
  /// The nickname of the account that is in the way; nil for other errors.
  var holder: String? {
    switch self {
    case .taken(_, let holder), .resembles(_, let holder), .proofDemanded(let holder),
      .suspended(let holder):
      holder.nickname.text
    default: nil
    }
  }

  /// When what is in the way ends; nil for other errors.
  var end: Timestamp? {
    switch self {
    case .resting(_, let end), .tooManyAccounts(let end): end
    default: nil
    }
  }
}
#endif
