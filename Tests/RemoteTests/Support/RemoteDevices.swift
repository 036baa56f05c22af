#if Server
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import MonikerTestServer
import Synchronization

/// The stores of several devices over one service: each call goes to that of its device.
///
/// Several servers share the devices among them.
///
/// A real server gives a device an ID of its own.
///
/// The service registers a device under the ID that the call has.
final class RemoteDevices: Sendable {
  private let make: @Sendable (DeviceID) -> RemoteRepository
  private let repositories = Mutex<[DeviceID: RemoteRepository]>([:])

  init(of services: RunningService...) {
    make = { services[Int($0.low % UInt64(services.count))].repository() }
  }

  /// The devices of real servers, which share them.
  ///
  /// - Parameter database: what they share; it exists as long as there are devices.
  init(of servers: [TestServer], on database: SharedDatabase? = nil) throws {
    let addresses = try servers.map { try ServiceAddress($0.address) }
    make = { id in
      // The servers run as long as there are devices.
      withExtendedLifetime((servers, database)) {}
      return RemoteRepository(
        at: addresses[Int(id.low % UInt64(addresses.count))],
        tokens: DeviceTokenVariable(),
        label: "test",
        timeouts: RemoteTimeouts(call: .seconds(120)),
        now: { ManualClock().now },
        newIntentionID: { .uuid { UInt64.random(in: 0...UInt64.max) } },
        keepRecoveryKey: { _, _ in }
      )
    }
  }

  /// The store of a device.
  func device(_ id: DeviceID) -> RemoteRepository {
    repositories.withLock { repositories in
      if let repository = repositories[id] { return repository }
      let repository = make(id)
      repositories[id] = repository
      return repository
    }
  }

  private func on<Answer: Sendable, Failure: Error>(
    _ id: DeviceID,
    _ body: (RemoteRepository) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    var choice = TestChoice.current ?? TestChoice()
    choice.deviceID = id
    let repository = device(id)
    return try await choice.during { () async throws(Failure) in try await body(repository) }
  }
}

extension RemoteDevices: NicknameRepository {
  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await on(request.context.deviceID) { store throws(NicknameError) in
      try await store.signIn(request)
    }
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await on(context.deviceID) { store throws(NicknameError) in
      try await store.rename(subject, to: nickname, in: context)
    }
  }

  func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await on(context.deviceID) { store throws(NicknameError) in
      try await store.assign(nickname, to: account, in: context)
    }
  }

  func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    try await on(scope.deviceID) { store throws(NicknameError) in
      try await store.conflict(of: nickname, for: account, in: scope)
    }
  }
}

extension RemoteDevices: SessionRepository {
  func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    try await on(device) { store throws(SessionError) in
      try await store.session(of: subject, on: device)
    }
  }

  func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await on(context.deviceID) { store throws(SessionError) in
      try await store.renew(subject, in: context)
    }
  }

  func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await on(context.deviceID) { store throws(SessionError) in
      try await store.end(subject, in: context, naming: limit)
    }
  }

  func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await on(context.deviceID) { store throws(SessionError) in
      try await store.endSessions(scope, in: context)
    }
  }

  func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int {
    try await on(context.deviceID) { store throws(SessionError) in
      try await store.recordExpiries(in: context)
    }
  }

  func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await on(scope.deviceID) { store throws(SessionError) in
      try await store.openSessions(page, in: scope)
    }
  }

  func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await on(scope.deviceID) { store throws(SessionError) in
      try await store.endedSessions(page, in: scope)
    }
  }

  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    try await on(scope.deviceID) { store throws(SessionError) in
      try await store.sessions(beginningWith: prefix, limit: limit, in: scope)
    }
  }

  func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges {
    self.device(device).changes(of: subject, on: device)
  }
}

extension RemoteDevices: AccountRepository {
  func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    try await on(scope.deviceID) { store throws(AccountError) in
      try await store.accounts(page, in: scope)
    }
  }

  func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await on(scope.deviceID) { store throws(AccountError) in
      try await store.account(holding: reference, in: scope)
    }
  }

  func account(_ id: AccountID, in scope: StoreScope) async throws(AccountError) -> Account? {
    try await on(scope.deviceID) { store throws(AccountError) in
      try await store.account(id, in: scope)
    }
  }

  func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await on(context.deviceID) { store throws(AccountError) in
      try await store.activate(target, in: context)
    }
  }

  func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await on(context.deviceID) { store throws(AccountError) in
      try await store.remove(id, proof: proof, in: context)
    }
  }
}

extension RemoteDevices: ProfileRepository, HistoryRepository {
  func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile? {
    try await on(scope.deviceID) { store throws(ProfileError) in
      try await store.profile(of: account, in: scope)
    }
  }

  func save(_ edit: ProfileEdit, in context: RequestContext) async throws(ProfileError) -> Profile {
    try await on(context.deviceID) { store throws(ProfileError) in
      try await store.save(edit, in: context)
    }
  }

  func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    try await on(scope.deviceID) { store throws(HistoryError) in
      try await store.events(query, page, in: scope)
    }
  }
}
#endif
