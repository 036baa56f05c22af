#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

extension ServiceContext {
  /// The device that the caller has proved to be.
  func device() throws(HTTPProblem) -> Device { try callingDevice().device }

  /// The digest of the token by which the caller has proved it.
  func token() throws(HTTPProblem) -> SecretDigest { try callingDevice().token }

  /// The device that the caller has proved to be, with its token and its session.
  func callingDevice() throws(HTTPProblem) -> CallingDevice {
    switch caller {
    case .device(let device): return device
    case .identityToken:
      throw HTTPProblem(
        .forbidden,
        "identityToken",
        "An identity token tells who somebody is, and allows nothing else."
      )
    case nil: throw .unauthorized("A token is required, in the header Authorization.")
    }
  }

  /// The use cases of the caller's device.
  func useCases(_ parts: ServiceParts) throws(HTTPProblem) -> UseCases {
    parts.useCases(on: try device().id, from: origin)
  }

  /// The use cases of the caller's device, for a request that the caller may repeat.
  ///
  /// - Throws: ``HTTPProblem``, 401 if the token proves nothing any longer; the errors of `IntentionsUseCase` if
  ///   there is nothing to repeat any longer.
  func useCases(
    _ parts: ServiceParts,
    repeatable request: RepeatableRequest?
  ) async throws -> UseCases {
    try await change(parts, repeatable: request).useCases
  }

  /// The use cases of the caller's device for a change, and what was answered if the request repeats one.
  ///
  /// - Throws: as ``useCases(_:repeatable:)``.
  func change(
    _ parts: ServiceParts,
    repeatable request: RepeatableRequest?
  ) async throws -> (useCases: UseCases, answer: IntentionAnswer?) {
    let device = try device().id
    var answer: IntentionAnswer?
    if let request {
      // The body can come long after the token: the device may have got another one in between, so that a request that
      // it has repeated is not obeyed any longer.
      guard try await parts.provenSessions.authenticate(try token()) != nil else {
        throw HTTPProblem.unknownToken
      }
      answer = try await parts.intentions.answer(
        to: request.intention,
        content: request.content,
        in: .device(device)
      )
    }
    return (parts.useCases(on: device, from: origin, repeatable: request), answer)
  }

  /// Returns the active session of the caller's device.
  ///
  /// - Throws: ``HTTPProblem`` 401 without one, or if it has ended.
  func activeSession(_ useCases: UseCases) async throws -> AccountSession {
    switch try await useCases.userSession.current() {
    case .signedIn(let active): return active
    case .ended(let active): throw SessionError.sessionEnded(active)
    case .signedOut: throw SessionError.notSignedIn
    }
  }

  /// Returns what a request means that names a subject in a parameter, or else the active account, as
  /// ``subject(of:_:)`` does.
  func namedSubject(of request: Request, _ useCases: UseCases) async throws -> SessionSubject {
    if let named = try request.subject() {
      if case .account(let id) = named { try request.requireAccount(id) }
      if request.headers[.monikerAccount] != nil {
        switch try await useCases.userSession.current(named) {
        case .signedIn(let session), .ended(let session):
          try request.requireAccount(session.account.id)
        case .signedOut: break
        }
      }
      return named
    }
    return .account(try await subject(of: request, useCases).account.id)
  }

  /// Returns the account that a request means: one that is signed in on the device, if a parameter names it.
  func account(of request: Request, _ useCases: UseCases) async throws -> Account {
    guard let named = try request.subject() else {
      return try await subject(of: request, useCases).account
    }
    if case .account(let id) = named { try request.requireAccount(id) }
    switch try await useCases.userSession.current(named) {
    case .signedIn(let session):
      try request.requireAccount(session.account.id)
      return session.account
    case .ended(let session): throw SessionError.sessionEnded(session)
    case .signedOut: throw SessionError.notSignedIn
    }
  }

  /// Returns the subject of a request that changes something: the account that it means, which must be
  /// the active one.
  ///
  /// A program may name the account in the header `Moniker-Account`. A browser must: another tab may have
  /// switched.
  func subject(of request: Request, _ useCases: UseCases) async throws -> AccountSession {
    let active = try await activeSession(useCases)
    guard let named = request.headers[.monikerAccount] else {
      guard caller?.device?.isCookie == true else { return active }
      throw HTTPProblem.invalidRequest("The header Moniker-Account must name the account.")
    }
    guard AccountID(named) == active.account.id else {
      throw HTTPProblem.accountChanged
    }
    return active
  }
}

extension Request {
  /// Refuses to change an account if the header names another one: the request may mean either.
  fileprivate func requireAccount(_ id: AccountID) throws(HTTPProblem) {
    guard let named = headers[.monikerAccount] else { return }
    guard AccountID(named) == id else { throw .accountChanged }
  }
}

extension HTTPProblem {
  /// A token that proves nothing.
  static var unknownToken: HTTPProblem {
    .unauthorized("The token is unknown, or its device was forgotten.")
  }

  /// Another account is active than the one that a request means, or it names two.
  static var accountChanged: HTTPProblem {
    HTTPProblem(
      .conflict,
      "accountChanged",
      "The account that the request means is not the active one on this device, or the request names two "
        + "accounts. Nothing was changed."
    )
  }
}
#endif
