package import MonikerDomain

/// A link with its codes, and what became of it.
package struct LinkRecord: Equatable, Sendable {
  package let link: Link
  package let deviceCode: SecretDigest
  package let userCode: SecretDigest
  package var state = LinkState.pending

  /// The account for which it was approved.
  package var account: AccountID?

  package init(_ link: Link, deviceCode: SecretDigest, userCode: SecretDigest) {
    self.link = link
    self.deviceCode = deviceCode
    self.userCode = userCode
  }
}

/// The result of looking up a link by a user code: a wrong code changes the store.
package enum LinkLookup: Sendable {
  case found(Link)
  case wrong

  /// The link, or the error that the port throws for a wrong code, which is counted by now.
  package func get() throws(CredentialError) -> Link {
    switch self {
    case .found(let link): return link
    case .wrong: throw .noSuchLink
    }
  }
}

/// The rules of links.
extension StoreState {
  package mutating func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: ChangeContext
  ) throws(CredentialError) -> Link {
    let id = context.deviceID
    guard let registered = credentials.devices.first(where: { $0.device.id == id }) else {
      throw .noSuchDevice(id)
    }
    let codes: Set = [deviceCode, userCode]
    let isTaken = credentials.links.contains { device, record in
      device != id && isValid(record, at: context.time)
        && (codes.contains(record.deviceCode) || codes.contains(record.userCode))
    }
    guard !isTaken else { throw .store(.idInUse(at: context.location)) }
    credentials.links = credentials.links.filter { isValid($0.value, at: context.time) }
    let link = Link(
      from: registered.device,
      for: purpose,
      origin: context.origin,
      startedAt: context.time
    )
    credentials.links[id] = LinkRecord(link, deviceCode: deviceCode, userCode: userCode)
    return link
  }

  /// Looks up an undecided link, for the device of the context.
  package mutating func lookUp(
    userCode: SecretDigest,
    for account: AccountID? = nil,
    in context: ChangeContext
  ) throws(CredentialError) -> LinkLookup {
    let id = context.deviceID
    let holders = sessions.filter { $0.deviceID == id && $0.isOpen(at: context.time) }
      .map(\.accountID)
    guard account.map({ holders.contains($0) }) ?? !holders.isEmpty else { throw .notSignedIn }
    if let end = credentials.wrongCodes[id]?.refusal(.wrongCodes, at: context.time) {
      throw .tooManyWrongCodes(until: end)
    }
    if let record = pending(userCode, at: context.time), !record.link.isDecidedElsewhere(than: id) {
      return .found(record.link)
    }
    credentials.wrongCodes[id] = .added(
      to: credentials.wrongCodes[id],
      .wrongCodes,
      at: context.time
    )
    return .wrong
  }

  package mutating func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: ChangeContext
  ) throws(CredentialError) -> LinkDecision {
    try performOnce(context) { state throws(CredentialError) in
      let lookup = try state.lookUp(userCode: userCode, for: account, in: context)
      guard case .found(let link) = lookup else { return .changed(.wrong) }
      if let account {
        let (approver, asker) = (context.deviceID, link.device.id)
        let refusal = link.refusal(
          approver: state.openPlace(of: account, on: approver).map { state.sessions[$0] },
          asker: state.openPlace(of: account, on: asker).map { state.sessions[$0] },
          at: context.time
        )
        if let refusal { throw refusal }
      }
      state.credentials.links[link.device.id]?.state = account == nil ? .denied : .approved
      state.credentials.links[link.device.id]?.account = account
      return .changed(.decided)
    }
  }

  package func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID,
    at time: Timestamp
  ) throws(CredentialError) -> LinkState {
    guard let record = credentials.links[device], record.deviceCode == deviceCode,
      isValid(record, at: time)
    else { throw .noSuchLink }
    return record.state
  }

  package mutating func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    as newID: SessionID,
    in context: ChangeContext
  ) throws(CredentialError) -> SignIn {
    try performOnce(context) { state throws(CredentialError) in
      let found = try state.linkState(
        deviceCode: deviceCode,
        on: context.deviceID,
        at: context.time
      )
      let record = state.credentials.links[context.deviceID]
      guard record?.link.purpose == .signIn else { throw .noSuchLink }
      guard found == .approved else { throw .linkNotApproved(found) }
      guard let account = state.accounts.first(where: { $0.id == record?.account }) else {
        throw .noSuchLink
      }
      state.credentials.links[context.deviceID] = nil
      let request = SignInChange(
        nickname: account.nickname,
        newAccountID: account.id,
        newSessionID: newID,
        on: terms,
        at: context
      )
      do throws(StoreFailure) {
        return .changed(try state.openSession(of: account, for: request, isNewAccount: false))
      } catch {
        throw .store(error)
      }
    }
  }

  /// Uses a link up as the proof for what its device has asked for.
  ///
  /// - Returns: whether another device has approved it for the account.
  mutating func useLink(
    _ deviceCode: SecretDigest,
    for purpose: LinkPurpose,
    of account: AccountID,
    in context: ChangeContext
  ) -> Bool {
    guard let record = credentials.links[context.deviceID], record.deviceCode == deviceCode,
      isValid(record, at: context.time), record.state == .approved, record.account == account,
      record.link.purpose == purpose
    else { return false }
    credentials.links[context.deviceID] = nil
    return true
  }

  /// Voids the links that were approved for some accounts.
  mutating func voidLinks(of accounts: some Sequence<AccountID>) {
    let accounts = Set(accounts)
    credentials.links = credentials.links.filter { _, record in
      record.account.map { !accounts.contains($0) } ?? true
    }
  }

  private func pending(_ userCode: SecretDigest, at time: Timestamp) -> LinkRecord? {
    credentials.links.values.first {
      $0.userCode == userCode && $0.state == .pending && isValid($0, at: time)
    }
  }

  private func isValid(_ record: LinkRecord, at time: Timestamp) -> Bool {
    record.link.isValid(at: time)
      && record.account.map { id in
        accounts.contains { $0.id == id } && credentials.suspensions[id] == nil
      } ?? true
  }
}

extension Link {
  /// Returns why an account cannot approve the link; nil if it can.
  ///
  /// - Parameters:
  ///   - approver: the session of the account on the device that approves; nil if there is none.
  ///   - asker: that on the device that asks.
  ///   - time: the time of the approval.
  package func refusal(
    approver: Session?,
    asker: Session?,
    at time: Timestamp
  ) -> CredentialError? {
    guard let approver, approver.isOpen(at: time) else { return .notSignedIn }
    guard purpose != .signIn else { return nil }
    let start = asker.flatMap { $0.isOpen(at: time) ? $0.startedAt : nil } ?? time
    let end = max(approver.startedAt, start).advanced(by: Self.minimumSessionAge)
    return end <= time ? nil : .sessionsTooNew(until: end)
  }

  /// Whether a device cannot decide, because it has asked itself for something that needs a second one.
  package func isDecidedElsewhere(than id: DeviceID) -> Bool {
    purpose != .signIn && device.id == id
  }
}
