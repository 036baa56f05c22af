#if Server
public import MonikerDomain

extension RemoteRepository: SessionRepository {
  /// Returns the subject's session; asking counts as a use of it.
  public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    do {
      return try await snapshot(of: subject)
    } catch {
      throw .store(error)
    }
  }

  func snapshot(of subject: SessionSubject) async throws(StoreFailure) -> SessionSnapshot {
    guard try await isKnown() else { return SessionSnapshot(active: nil) }
    let snapshot: SessionSnapshot
    do {
      let call = RemoteCall(get: "session", query: [subject.parameter])
      let answer = try await client.send(call, for: SessionAnswer.self)
      snapshot = SessionSnapshot(active: answer.entry.holder)
    } catch .problem(let problem) where problem.code == "sessionEnded" && problem.session != nil {
      snapshot = SessionSnapshot(active: problem.session?.holder)
    } catch .problem(let problem) where problem.isNotSignedIn {
      snapshot = SessionSnapshot(active: nil)
    } catch {
      throw failure(error)
    }
    if subject == .active { remember(snapshot) }
    return snapshot
  }

  /// Asks for the session, which the service renews by that.
  public func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await session(of: subject, on: context.deviceID)
  }

  /// Signs out; the service names at most 100 sessions that are still open.
  public func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    let nothing = SignOut(ended: nil, stillOpen: [], moreAreOpen: false)
    do {
      guard try await isKnown() else { return nothing }
    } catch {
      throw .store(error)
    }
    let intention = intention(context)
    let refusal: RemoteRefusal
    do {
      let call = RemoteCall("DELETE", "session", query: [subject.parameter], as: intention)
      let answer = try await client.send(call, for: SignOutAnswer.self)
      if let ended = answer.signedOut { forget([ended.entry]) }
      return answer.result(naming: limit)
    } catch .problem(let problem) where problem.isUnauthorized {
      remember(SessionSnapshot(active: nil))
      return nothing
    } catch {
      refusal = error
    }
    let failure = failure(refusal)
    guard failure.reason == .unreachable else { throw .store(failure) }
    do throws(StoreFailure) {
      guard let signOut = try await signOutHere(subject, as: intention) else { throw failure }
      return signOut
    } catch {
      throw .store(error)
    }
  }

  /// Revokes sessions.
  public func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let (which, subject) = scope.parameters
    let call = RemoteCall(
      "DELETE",
      "sessions",
      query: [("which", which), subject.parameter],
      as: intention(context)
    )
    do {
      guard try await isKnown() else { return try scope.ofNobody() }
    } catch let error as SessionError {
      throw error
    } catch {
      throw .store(error as? StoreFailure ?? client.failure("\(error)"))
    }
    do {
      let ended = try await client.send(call, for: EndedAnswer.self).ended.map(\.entry)
      forget(ended)
      return ended
    } catch .problem(let problem) where problem.code == "noSuchSession" {
      throw .noSuchSession(which)
    } catch .problem(let problem) where problem.isUnauthorized {
      return try scope.ofNobody()
    } catch .problem(let problem) where problem.code == "notSignedIn" {
      throw .notSignedIn
    } catch .problem(let problem) where problem.code == "sessionEnded" {
      guard let session = problem.session else { throw .notSignedIn }
      throw .sessionEnded(session.holder)
    } catch {
      throw .store(failure(error))
    }
  }

  /// Records nothing: the service does that itself.
  ///
  /// - Returns: 0.
  public func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int { 0 }

  /// Returns a page of the open sessions of the accounts on this device.
  public func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await sessions("open", page)
  }

  /// Returns a page of the ended sessions of the accounts on this device.
  public func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await sessions("ended", page)
  }

  private func sessions(
    _ state: String,
    _ page: PageRequest
  ) async throws(SessionError) -> Page<SessionEntry> {
    let call = RemoteCall(
      get: "sessions",
      query: page.parameters + [("state", state), SessionSubject.active.parameter]
    )
    do {
      return try await self.page(call, page, for: SessionPageAnswer.self, \.page)
    } catch {
      throw .store(error)
    }
  }

  /// Reads a page; a device that the service does not know sees an empty list.
  func page<Answer: Decodable & Sendable, Entry: Sendable>(
    _ call: RemoteCall,
    _ request: PageRequest,
    for type: Answer.Type,
    _ page: (Answer) -> Page<Entry>
  ) async throws(StoreFailure) -> Page<Entry> {
    do {
      guard try await isKnown() else {
        guard request.cursor == nil else {
          throw RemoteRefusal.failed(unsupported("the cursor is not one of this list"))
        }
        return Page(entries: [], next: nil)
      }
      let found = page(try await client.send(call, for: type))
      // A call that reads all pages would never return.
      if let next = found.next, found.entries.isEmpty || next == request.cursor {
        throw RemoteRefusal.failed(client.failure("the pages of the answer have no end"))
      }
      return found
    } catch RemoteRefusal.problem(let problem) where problem.isUnauthorized {
      return Page(entries: [], next: nil)
    } catch let refusal as RemoteRefusal {
      throw failure(refusal)
    } catch {
      throw error as? StoreFailure ?? client.failure("\(error)")
    }
  }

  /// Returns the sessions whose ID has a prefix, which are searched here.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    let all = try await sessions(endedLimit: .max, in: scope).entries
    let found = all.filter { prefix.begins($0.session.id) }
    return SessionList(entries: Array(found.prefix(max(0, limit))), moreHaveEnded: false)
  }

  /// Returns the changes, which the service tells as they happen.
  public func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges {
    SessionChanges { continuation in
      let watch = RemoteWatch(of: subject, in: self)
      let task = Task { await watch.run(continuation) }
      continuation.onTermination { task.cancel() }
    }
  }
}

extension SessionSelection {
  /// What the parameter `which` says, and the subject.
  fileprivate var parameters: (which: String, subject: SessionSubject) {
    switch self {
    case .session(let id): (id.description, .active)
    case .subject(let subject): ("this", subject)
    case .others(let subject): ("others", subject)
    case .otherDevices(let subject): ("otherDevices", subject)
    case .all: ("all", .active)
    }
  }

  /// What a device gets on which nobody is signed in.
  fileprivate func ofNobody() throws(SessionError) -> [SessionEntry] {
    switch self {
    case .session(let id): throw .noSuchSession(id.description)
    case .all: return []
    case .subject, .others, .otherDevices: throw .notSignedIn
    }
  }
}
#endif
