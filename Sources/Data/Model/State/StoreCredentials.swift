package import MonikerDomain

/// The devices and credentials of a shared store.
package struct StoreCredentials: Equatable, Sendable {
  /// A registered device and the digests of its tokens.
  package struct Registered: Equatable, Sendable {
    package let device: Device
    package var tokens: DeviceTokens
  }

  /// The registered devices in the order of their registration.
  package var devices: [Registered] = []

  /// The digests of recovery keys.
  package var recoveryKeys: [AccountID: SecretDigest] = [:]

  /// The links by their devices.
  package var links: [DeviceID: LinkRecord] = [:]

  /// The wrong user codes that devices have given.
  package var wrongCodes: [DeviceID: RecentCount] = [:]

  /// The times at which accounts were suspended.
  package var suspensions: [AccountID: Timestamp] = [:]

  /// The accounts that were added from networks, by their names.
  package var signUps: [String: RecentCount] = [:]

  /// The identity tokens in the order of their issue.
  package var identityTokens: [Issued] = []

  /// An identity token and its digest.
  package struct Issued: Equatable, Sendable {
    package let token: IdentityToken
    package let digest: SecretDigest
  }

  package init() {}

  /// The place of the device that has a token, confirmed or not.
  fileprivate func place(ofToken digest: SecretDigest) -> Int? {
    devices.firstIndex { $0.tokens.all.contains(digest) }
  }
}

/// The rules of devices and recovery keys.
extension StoreState {
  package mutating func register(_ change: DeviceChange) throws(CredentialError) -> Device {
    let context = change.context
    return try performOnce(context, byAnyDevice: true) { state throws(CredentialError) in
      let isTaken =
        state.credentials.devices.contains { $0.device.id == change.device.id }
        || state.credentials.place(ofToken: change.token) != nil
      guard !isTaken else { throw .store(.idInUse(at: context.location)) }
      let tokens = DeviceTokens(unconfirmed: change.token)
      state.credentials.devices.append(.init(device: change.device, tokens: tokens))
      return .changed(change.device)
    }
  }

  package func device(provenBy digest: SecretDigest) -> DeviceProof? {
    guard let place = credentials.place(ofToken: digest) else { return nil }
    let found = credentials.devices[place]
    return DeviceProof(of: found.device, isConfirmed: found.tokens.confirmed == digest)
  }

  package mutating func confirmToken(_ digest: SecretDigest) {
    let found = credentials.devices.firstIndex { $0.tokens.unconfirmed == digest }
    guard let place = found,
      let tokens = DeviceTokens(confirmed: digest, unconfirmed: nil)
    else { return }
    credentials.devices[place].tokens = tokens
  }

  package mutating func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: ChangeContext
  ) throws(CredentialError) {
    _ = try place(of: id, in: context.scope)
    do throws(StoreFailure) {
      try setToken(digest, of: id, at: context.location)
    } catch {
      throw .store(error)
    }
  }

  package mutating func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: ChangeContext
  ) throws(CredentialError) {
    let place = try place(of: id, in: context.scope)
    let tokens = credentials.devices[place].tokens
    guard tokens.unconfirmed != nil, tokens.confirmed == nil || !mustBeFirst else {
      throw .noUnusedToken(id)
    }
    try replaceToken(of: id, with: digest, in: context)
  }

  /// Makes a digest that of the unconfirmed token of a device; a device that is not registered has none.
  mutating func setToken(
    _ digest: SecretDigest,
    of id: DeviceID,
    at location: String
  ) throws(StoreFailure) {
    guard let place = credentials.devices.firstIndex(where: { $0.device.id == id }) else { return }
    let before = credentials.devices[place].tokens
    guard before.unconfirmed != digest else { return }
    guard credentials.place(ofToken: digest) == nil,
      let tokens = DeviceTokens(confirmed: before.confirmed, unconfirmed: digest)
    else { throw .idInUse(at: location) }
    credentials.devices[place].tokens = tokens
  }

  package mutating func forget(
    _ id: DeviceID,
    in context: ChangeContext
  ) throws(CredentialError) -> [SessionEntry] {
    try performOnce(context) { state throws(CredentialError) in
      let place = try state.place(of: id, in: context.scope)
      state.credentials.devices.remove(at: place)
      state.credentials.links[id] = nil
      state.credentials.wrongCodes[id] = nil
      state.credentials.identityTokens.removeAll { $0.token.deviceID == id }
      let open = state.sessions.filter { $0.deviceID == id && $0.isOpen(at: context.time) }
      let ids = Set(open.map(\.id))
      let active = state.activeSessions[id]
      let holders = state.accountsByID
      for place in state.sessions.indices where ids.contains(state.sessions[place].id) {
        state.end(place, .revoked, in: context, holders)
      }
      state.voidLinks(of: open.map(\.accountID))
      state.activeSessions[id] = nil
      let ended = state.sessions.filter { ids.contains($0.id) }.compactMap { session in
        state.active(session).map { SessionEntry(holder: $0, isActive: session.id == active) }
      }
      return .changed(ended)
    }
  }

  private func place(of id: DeviceID, in scope: StoreScope) throws(CredentialError) -> Int {
    var isVisible = true
    if case .device(let own) = scope { isVisible = own == id }
    guard isVisible, let place = credentials.devices.firstIndex(where: { $0.device.id == id })
    else { throw .noSuchDevice(id) }
    return place
  }

  package func devices(
    _ page: PageRequest,
    in view: StoreView,
    at location: String
  ) throws(StoreFailure) -> Page<Device> {
    try page.page(of: devices(in: view), at: location) { ($0.registeredAt, $0.id.description) }
  }

  private func devices(in view: StoreView) -> [Device] {
    let all = credentials.devices.map(\.device)
    guard case .device(let own) = view.scope, let accounts = accountIDs(in: view) else {
      return all
    }
    let open = sessions.filter { $0.isOpen(at: view.time) && accounts.contains($0.accountID) }
    let visible = Set(open.map(\.deviceID)).union([own])
    return all.filter { visible.contains($0.id) }
  }

  package mutating func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: ChangeContext
  ) throws(CredentialError) {
    _ = try performOnce(
      context,
      again: { state, former throws(CredentialError) -> RecoveryKeySetting? in
        guard state.isVisible(account, in: context.view) else { throw .notSignedIn }
        guard state.credentials.recoveryKeys[account] == former.digest else { throw .proofDemanded }
        state.replaceRecoveryKey(of: account, by: digest, in: context)
        return RecoveryKeySetting(digest)
      },
      { state throws(CredentialError) in
        guard state.isVisible(account, in: context.view) else { throw .notSignedIn }
        guard state.mayChange(account, by: proof, for: .recoveryKey, in: context) else {
          throw .proofDemanded
        }
        state.replaceRecoveryKey(of: account, by: digest, in: context)
        return .changed(RecoveryKeySetting(digest))
      }
    )
  }

  private mutating func replaceRecoveryKey(
    of id: AccountID,
    by digest: SecretDigest,
    in context: ChangeContext
  ) {
    credentials.recoveryKeys[id] = digest
    voidLinks(of: [id])
    guard let account = accounts.first(where: { $0.id == id }) else { return }
    let session = openPlace(of: id, on: context.deviceID).map { sessions[$0] }
      .flatMap { $0.isOpen(at: context.time) ? $0.id : nil }
    record(.recoveryKeyReplaced, of: account, session, in: context)
  }

  /// Whether a proof allows what an open session does not.
  ///
  /// That is to replace the recovery key, or to remove the account. A link is used up by it.
  mutating func mayChange(
    _ account: AccountID,
    by proof: SignInProof,
    for purpose: LinkPurpose,
    in context: ChangeContext
  ) -> Bool {
    switch proof {
    case .notDemanded: true
    case .notGiven: credentials.recoveryKeys[account] == nil
    case .recoveryKey(let present): isRecoveryKey(present, of: account)
    case .link(let code): useLink(code, for: purpose, of: account, in: context)
    case .unusedToken(let token, let mustBeFirst):
      purpose == .recoveryKey
        && replaceUnusedToken(
          of: context.deviceID,
          with: token,
          ifFirst: mustBeFirst,
          at: context.location
        )
    }
  }

  /// Replaces the unconfirmed token of a device; returns false if it has none, or if another device has the digest.
  private mutating func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    at location: String
  ) -> Bool {
    guard let tokens = credentials.devices.first(where: { $0.device.id == id })?.tokens,
      tokens.unconfirmed != nil, tokens.confirmed == nil || !mustBeFirst
    else { return false }
    return (try? setToken(digest, of: id, at: location)) != nil
  }

  package func isRecoveryKey(_ digest: SecretDigest, of account: AccountID) -> Bool {
    credentials.recoveryKeys[account] == digest
  }

  package func hasRecoveryKey(
    _ account: AccountID,
    in view: StoreView
  ) throws(CredentialError) -> Bool {
    guard isVisible(account, in: view) else { throw .notSignedIn }
    return credentials.recoveryKeys[account] != nil
  }

  func isVisible(_ account: AccountID, in view: StoreView) -> Bool {
    accounts(in: view).contains { $0.id == account }
  }

  /// Whether a sign-in proves that an account is the caller's.
  func isProven(_ account: AccountID, by request: SignInChange) -> Bool {
    if case .notDemanded = request.proof { return true }
    let place = openPlace(of: account, on: request.context.deviceID)
    if let place, sessions[place].isOpen(at: request.context.time) { return true }
    guard case .recoveryKey(let digest) = request.proof else { return false }
    return isRecoveryKey(digest, of: account)
  }
}
