#if Server
public import MonikerDomain

/// What a device keeps for times in which the service cannot be reached.
public struct RemoteOffline: Sendable {
  let last: LastAnswerFile
  let queue: SignOutQueue
  let signIns: PendingSignIns
  let replacements: PendingReplacements
  let tellQueued: @Sendable (Account) async -> Void

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - last: keeps what the service has told last.
  ///   - queue: keeps the sign-outs that could not be sent.
  ///   - signIns: keeps the sign-ins whose answers may be lost.
  ///   - replacements: keeps the replacements of recovery keys whose answers may be lost.
  ///   - tellQueued: is called with the account of each sign-out that was kept.
  public init(
    last: LastAnswerFile,
    queue: SignOutQueue,
    signIns: PendingSignIns,
    replacements: PendingReplacements,
    tellQueued: @escaping @Sendable (Account) async -> Void
  ) {
    self.last = last
    self.queue = queue
    self.signIns = signIns
    self.replacements = replacements
    self.tellQueued = tellQueued
  }
}

extension RemoteRepository {
  /// Sends the sign-outs that a queue has for this service, and removes those that were done.
  ///
  /// One that the service refuses is done, too: its token proves nothing, so its session has ended.
  ///
  /// - Throws: the failures of the file, and the first failure to reach the service; the rest stays in the queue.
  public func send(_ queue: SignOutQueue) async throws(StoreFailure) {
    for signOut in try queue.all() where signOut.service == address.description {
      var sent = signOut
      while try await !isDone(sent) {
        // Another process may have got a new token for this device meanwhile.
        guard let now = try queue.all().first(where: { $0.intention == sent.intention }),
          now.secret != sent.secret
        else { break }
        sent = now
      }
      try queue.remove(sent)
    }
  }

  /// Sends a sign-out.
  ///
  /// - Returns: false if the service refuses it.
  private func isDone(_ signOut: PendingSignOut) async throws(StoreFailure) -> Bool {
    let sender = RemoteClient(
      to: address,
      over: client.transport,
      as: RemoteDevice(DeviceTokenVariable(signOut.secret)),
      timeouts: client.timeouts
    )
    do {
      try await sender.send(
        RemoteCall(
          "DELETE",
          "session",
          query: [SessionSubject.account(signOut.account).parameter],
          as: signOut.intention
        )
      )
      return true
    } catch .failed(let failure) {
      throw failure
    } catch .problem(let problem) where problem.isTemporary || problem.status >= 500 {
      throw problem.failure(of: address)
    } catch {
      return false
    }
  }

  /// Keeps a sign-out that could not be sent.
  ///
  /// - Parameters:
  ///   - account: the account whose session ends here at once.
  ///   - intention: the ID with which the sign-out was tried.
  ///   - queue: keeps it.
  /// - Throws: the failures of the files.
  public func queueSignOut(
    of account: AccountID,
    as intention: IntentionID,
    in queue: SignOutQueue
  ) async throws(StoreFailure) {
    guard let token = try await client.device.token() else { return }
    try queue.add(
      PendingSignOut(of: account, from: address, with: token, as: intention, at: now())
    )
  }

  /// Signs out here, because the service cannot be reached.
  ///
  /// - Returns: the session that ended; nil if this device was not told of one that the subject means, and nothing
  ///   was kept.
  func signOutHere(
    _ subject: SessionSubject,
    as intention: IntentionID
  ) async throws(StoreFailure) -> SignOut? {
    guard let offline, let told = try offline.last.load()?.snapshot.active,
      told.session.ending == nil, subject.matches(told.account.id, holding: told.account.nickname)
    else { return nil }
    try await queueSignOut(of: told.account.id, as: intention, in: offline.queue)
    try offline.last.save(LastAnswer(SessionSnapshot(active: nil), at: now()))
    await offline.tellQueued(told.account)
    let ended = told.session.ended(SessionEnding(at: now(), .signedOut))
    return SignOut(
      ended: AccountSession(account: told.account, session: ended),
      stillOpen: [],
      moreAreOpen: false
    )
  }

  /// Keeps what the service has told of the active session, for times without it.
  ///
  /// A failure is no failure of the call, whose answer is right; the kept answer shows how old it is.
  func remember(_ snapshot: SessionSnapshot) {
    guard let offline else { return }
    do {
      try offline.last.save(LastAnswer(snapshot, at: now()))
    } catch {
      // Without space, nothing is better than what is no longer true.
      try? offline.last.remove()
    }
  }

  /// Forgets the active session if one of these is it.
  func forget(_ ended: [SessionEntry]) {
    guard let offline, let told = try? offline.last.load()?.snapshot.active,
      ended.contains(where: { $0.session.id == told.session.id })
    else { return }
    remember(SessionSnapshot(active: nil))
  }
}
#endif
