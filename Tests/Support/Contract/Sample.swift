import MonikerDomain
import MonikerModel
import MonikerDoubles

/// Values that the laws use.
enum Sample {
  /// A time that is not a whole second, so that a store that rounds fails.
  static func time(_ offset: Int64 = 0) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_700_000_000_123 + offset)
  }

  static func accountID(_ number: Int) -> AccountID {
    AccountID(high: 0xA << 56, low: UInt64(number))
  }

  static func sessionID(_ number: Int) -> SessionID {
    SessionID(high: 0x50 << 56, low: UInt64(number))
  }

  /// The devices of the laws about several; the first one is the test's.
  static func deviceID(_ number: Int) -> DeviceID {
    number == 1 ? TestDevice.current : DeviceID(high: 0xD << 56, low: UInt64(number))
  }

  /// Characters with a meaning in XML, in SQL and in Unicode normalization.
  static let origin = Origin(host: "h<ö>&\"'; --🏠", terminal: "pts/1")

  /// A context at such a time, with the origin of all samples.
  static func context(_ offset: Int64 = 0) -> ChangeContext {
    ChangeContext(at: time(offset), from: origin)
  }

  /// A context in a scope.
  static func context(_ offset: Int64 = 0, in scope: StoreScope) -> ChangeContext {
    ChangeContext(at: time(offset), in: scope, from: origin)
  }

  /// A context on a device, which sees everything.
  static func context(_ offset: Int64 = 0, on device: Int) -> ChangeContext {
    context(offset, in: .everything(on: deviceID(device)))
  }

  /// A sign-in on a device.
  static func request(
    _ nickname: String,
    _ number: Int,
    at offset: Int64 = 0,
    for lifetime: Int64? = nil,
    on device: Int
  ) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: accountID(number),
      newSessionID: sessionID(number),
      on: terms(lifetime, false, nil),
      at: context(offset, on: device)
    )
  }

  static func terms(
    _ lifetime: Int64?,
    _ isSliding: Bool,
    _ minimum: Int64?
  ) -> SessionTerms {
    SessionTerms(
      lifetime: lifetime.map { .milliseconds($0) },
      isSliding: isSliding,
      minimumRemaining: minimum.map { .milliseconds($0) }
    )
  }

  static func nickname(_ text: String) throws(NicknameError) -> Nickname {
    do {
      return try Nickname(text)
    } catch {
      throw .rejected(error)
    }
  }

  /// The holder of a nickname in any spelling.
  static func holder(of typed: String) throws -> SessionSubject {
    .holder(of: try reference(to: typed))
  }

  static func reference(to typed: String) throws -> NicknameReference {
    guard let reference = NicknameReference(typed: typed) else {
      throw LawBroken("\(typed.debugDescription) can be nobody's nickname")
    }
    return reference
  }

  static func request(
    _ nickname: Nickname,
    _ number: Int,
    at time: Timestamp = time(),
    for lifetime: Int64? = nil,
    sliding: Bool = false,
    keeping minimum: Int64? = nil
  ) -> SignInChange {
    SignInChange(
      nickname: nickname,
      newAccountID: accountID(number),
      newSessionID: sessionID(number),
      on: terms(lifetime, sliding, minimum),
      at: ChangeContext(at: time, from: origin)
    )
  }

  static func request(
    _ nickname: String,
    _ number: Int,
    at time: Timestamp = time(),
    for lifetime: Int64? = nil,
    sliding: Bool = false,
    keeping minimum: Int64? = nil
  ) throws -> SignInChange {
    request(
      try Nickname(nickname),
      number,
      at: time,
      for: lifetime,
      sliding: sliding,
      keeping: minimum
    )
  }
}

extension Sample {
  /// The content of a profile; number 0 is the empty one.
  static func profile(_ number: Int) throws -> ProfileContent {
    guard number > 0 else { return .empty }
    return try ProfileContent(
      title: "t<\(number)>&\"'; -- 길동 🏠",
      description: "first\n\n  line \(number) é\n가",
      picture: number.isMultiple(of: 2) ? nil : picture(number)
    )
  }

  /// An edit of the profile of the account that holds a nickname.
  static func edit(
    _ number: Int,
    ofVersion version: Int,
    of typed: String,
    in store: any PersonalStore
  ) async throws -> ProfileEdit {
    let account = try await store.account(holding: try reference(to: typed), in: .test)
    guard let account else { throw LawBroken("nobody holds \(typed)") }
    return try await edit(try profile(number), ofVersion: version, of: account.id, in: store)
  }

  /// An edit of a version of a profile, with the time of the stored one.
  static func edit(
    _ content: ProfileContent,
    ofVersion version: Int,
    of account: AccountID,
    in store: any ProfileRepository,
    scope: StoreScope = .test
  ) async throws -> ProfileEdit {
    let stored = version == 0 ? nil : try await store.profile(of: account, in: scope)
    return ProfileEdit(content, ofVersion: version, changedAt: stored?.changedAt, of: account)
  }

  /// A picture with everything that a picture can have.
  static func picture(_ number: Int) -> Picture? {
    guard let id = PhotoID("photo-\(number)_A") else { return nil }
    return Picture(
      id: id,
      text: "a <cat> & 'dog'",
      address: WebAddress("https://images.example/\(number)?w=1&h=2"),
      attribution: Attribution(
        author: "Åsa \"O'Brien\"",
        address: WebAddress("https://example.org/@asa"),
        source: "Example"
      )
    )
  }
}

extension SessionRepository {
  /// Ends the active session, without returning the sessions still open.
  func endActive() async throws(SessionError) -> AccountSession? {
    try await end(.active, at: Sample.context(), naming: 0).ended
  }
}

extension AccountSession {
  /// The same session, signed out at that time by the event with that number.
  func signedOut(_ offset: Int64 = 0, as sequence: Int) -> AccountSession {
    ended(offset, .signedOut, as: sequence)
  }

  /// The same session, ended at that time.
  func ended(
    _ offset: Int64 = 0,
    _ reason: SessionEnding.Reason,
    as sequence: Int?
  ) -> AccountSession {
    let ending = SessionEnding(at: Sample.time(offset), reason, recordedAs: sequence)
    return AccountSession(account: account, session: session.ended(ending))
  }
}

extension Session {
  /// The same session, last seen at that time, and with that expiry if one is given.
  func seen(at time: Timestamp, renewedUntil expiry: Timestamp? = nil) -> Session {
    Session(
      id: id,
      accountID: accountID,
      deviceID: deviceID,
      startedAt: startedAt,
      lastSeenAt: time,
      expiresAt: expiry ?? expiresAt,
      idleTimeout: idleTimeout,
      origin: origin
    )
  }
}

extension NicknameError {
  /// Whether the error is the one for an ID in use.
  var isIDInUse: Bool {
    if case .store(let failure) = self { failure.reason == .idInUse } else { false }
  }

  /// Whether the error is the one for an ended session.
  var isSessionEnded: Bool {
    if case .sessionEnded = self { true } else { false }
  }
}

extension AccountError {
  /// Whether the error is the one for an unknown nickname.
  var isNoSuchAccount: Bool {
    if case .noSuchAccount = self { true } else { false }
  }
}

/// Everything that can be read from a store.
struct Observation: Equatable {
  let accounts: [Account]
  let snapshot: SessionSnapshot
  let sessions: SessionList
  let accountList: AccountList
  let profiles: [Profile?]
  let events: [HistoryEvent]

  /// Reads everything in each of the scopes.
  static func all(_ store: any PersonalStore, in scopes: [StoreScope]) async throws -> [Observation]
  {
    var observations: [Observation] = []
    for scope in scopes { observations.append(try await Observation(store, in: scope)) }
    return observations
  }

  /// Reads everything in a scope at a chosen time.
  init(_ store: any PersonalStore, in scope: StoreScope, at time: Timestamp) async throws {
    self = try await TestTime.during(time) { try await Observation(store, in: scope) }
  }

  /// Reads everything in a scope.
  init(_ store: any PersonalStore, in scope: StoreScope = .test) async throws {
    accounts = try await store.accounts(in: scope)
    snapshot = try await store.session(of: .active, on: scope.deviceID)
    sessions = try await store.sessions(endedLimit: .max, in: scope)
    accountList = try await store.accountList(in: scope)
    var profiles: [Profile?] = []
    for account in accounts {
      profiles.append(try await store.profile(of: account.id, in: scope))
    }
    self.profiles = profiles
    events = try await store.events(limit: .max, in: scope)
  }
}
