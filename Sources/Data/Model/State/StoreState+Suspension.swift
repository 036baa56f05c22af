package import MonikerDomain

/// The rules of suspensions, and of what nobody uses.
extension StoreState {
  package mutating func suspend(
    _ id: AccountID,
    in context: ChangeContext
  ) throws(AccountError) -> [SessionEntry] {
    let account = try overseen(id, in: context.scope)
    return perform(context) { state in
      guard state.credentials.suspensions[id] == nil else { return .unchanged([]) }
      let holders = state.accountsByID
      var ended: [SessionEntry] = []
      for place in state.sessions.indices
      where state.sessions[place].accountID == id && state.sessions[place].isOpen(at: context.time)
      {
        let session = state.sessions[place]
        state.end(place, .revoked, in: context, holders)
        ended.append(
          SessionEntry(
            holder: AccountSession(account: account, session: state.sessions[place]),
            isActive: state.activeSessions[session.deviceID] == session.id
          )
        )
      }
      state.voidLinks(of: [id])
      state.credentials.suspensions[id] = context.time
      state.record(.suspended, of: account, nil, in: context)
      return .changed(ended)
    }
  }

  package mutating func resume(
    _ id: AccountID,
    in context: ChangeContext
  ) throws(AccountError) {
    let account = try overseen(id, in: context.scope)
    perform(context) { state in
      guard state.credentials.suspensions.removeValue(forKey: id) != nil else {
        return .unchanged(())
      }
      state.record(.resumed, of: account, nil, in: context)
      return .changed(())
    }
  }

  private func overseen(_ id: AccountID, in scope: StoreScope) throws(AccountError) -> Account {
    guard case .everything = scope, let account = accounts.first(where: { $0.id == id }) else {
      throw .noSuchAccount(id.description)
    }
    return account
  }

  package func unusedAccounts(createdBefore end: Timestamp, in scope: StoreScope) -> [Account] {
    guard case .everything = scope else { return [] }
    let old = accounts.filter { account in
      let trialEnd = account.createdAt.advanced(by: Account.trial)
      return account.createdAt < end && (lastSignIns[account.id] ?? account.createdAt) < trialEnd
        && !sessions.contains { $0.accountID == account.id && mayBeUsed($0, after: trialEnd) }
        && !credentials.identityTokens.map(\.token).contains {
          $0.accountID == account.id && !$0.hasExpired(by: trialEnd)
        }
        && events.first { $0.accountID == account.id }?.kind == .accountAdded
        && !events.contains {
          $0.accountID == account.id && $0.time >= trialEnd
            && HistoryEvent.Kind.uses.contains($0.kind)
        }
    }
    return Array(old.prefix(AccountError.maximumCandidates))
  }

  private func mayBeUsed(_ session: Session, after time: Timestamp) -> Bool {
    if session.lastSeenAt >= time { return true }
    let end = session.ending?.time ?? session.expiresAt
    guard end.map({ $0 >= time }) ?? true else { return false }
    if session.isSignedOut { return true }
    // A use that is followed by another within the interval is not recorded.
    if let interval = session.renewalInterval, session.lastSeenAt.advanced(by: interval) < time {
      return false
    }
    let device = credentials.devices.first { $0.device.id == session.deviceID }
    // A device that was forgotten may have used it.
    return device.map { $0.tokens.confirmed != nil } ?? true
  }

  package func refusal(by quota: SignUpQuota, at time: Timestamp) -> Timestamp? {
    credentials.signUps[quota.network]?.refusal(.signUps(quota), at: time)
  }

  package mutating func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: ChangeContext
  ) -> Int {
    guard case .everything = context.scope else { return 0 }
    let used = Set(sessions.map(\.deviceID))
      .union(credentials.identityTokens.map(\.token.deviceID))
    let old = credentials.devices.map(\.device).filter { $0.registeredAt < end }
    let unused = Set(old.map(\.id)).intersection(ids).subtracting(used)
    credentials.devices.removeAll { unused.contains($0.device.id) }
    for id in unused {
      credentials.links[id] = nil
      credentials.wrongCodes[id] = nil
    }
    return unused.count
  }
}
