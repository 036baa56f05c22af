import MonikerData
@_exported public import MonikerDomain

/// Who is signed in, on the store of the tool or on one of your own.
///
/// ```swift
/// let moniker = Moniker()
/// print(try await moniker.current?.nickname ?? "nobody")
/// ```
///
/// A copy uses the same store. Nothing is opened before the first call, and any number of programs can
/// use one store at the same time. A store that fails, or settings that name none, throw: the answer is
/// never "nobody" then.
public struct Moniker: Sendable {
  private struct Parts: Sendable {
    let store: any PersonalStore
    let close: @Sendable () async -> Void
    let context: RequestContext
    var policy = NicknamePolicy.reservingOwnNames
    let now: @Sendable () -> Timestamp

    var useCases: StoreUseCases {
      StoreUseCases(
        store,
        photos: GeneratedPhotoSource(random: ProcessEnvironment.random),
        policy: policy,
        in: context,
        now: now
      )
    }
  }

  private let parts: Result<Parts, StoreFailure>

  /// Uses the store that the command `moniker` uses for this user.
  ///
  /// The variables MONIKER_STORE, MONIKER_HOME, XDG_DATA_HOME and MONIKER_DEVICE name it. If one of them
  /// is wrong, each call throws what is wrong with it. The variable MONIKER_AS and project files are for
  /// the command alone: here, the active session counts.
  public init() {
    parts = Self.parts { () throws(SettingError) in
      (try StoreRules.place(), try StoreRules.device())
    }
  }

  /// Uses a store at a place, on the local device.
  ///
  /// If the place is wrong, each call throws what is wrong with it.
  ///
  /// - Parameter place: where the store is.
  public init(_ place: StoreLocation) {
    parts = Self.parts { (place, .local) }
  }

  private static func parts(
    _ settings: () throws(SettingError) -> (place: StoreLocation, device: DeviceID)
  ) -> Result<Parts, StoreFailure> {
    do throws(SettingError) {
      let (place, device) = try settings()
      let open = place.open(
        at: try StoreRules.location(of: place),
        owner: StoreOwner(now: ProcessEnvironment.now, random: ProcessEnvironment.random),
        makesParents: place.path == nil
      )
      let context = RequestContext(in: .everything(on: device), from: ProcessEnvironment.origin)
      return .success(
        Parts(store: open.store, close: open.close, context: context, now: ProcessEnvironment.now)
      )
    } catch {
      return .failure(StoreFailure(.unreachable, at: error.location, detail: error.detail))
    }
  }

  /// Uses a store that your program has made, for example one of your own, or that of a service.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - context: the device, what the calls see, and their origin.
  ///   - policy: the limits and reserved names of new nicknames; by default, `moniker` and `nobody` are
  ///     reserved.
  ///   - now: returns the present time, by which sessions are judged.
  public init(
    store: any PersonalStore,
    in context: RequestContext,
    policy: NicknamePolicy = .reservingOwnNames,
    now: @escaping @Sendable () -> Timestamp
  ) {
    parts = .success(Parts(store: store, close: {}, context: context, policy: policy, now: now))
  }

  // MARK: The present session

  /// The account that is signed in, with its session; nil if nobody is, or if the session has ended.
  ///
  /// Asking counts as use, as for the command `whoami`: a session with an idle timeout is renewed,
  /// once per ``/MonikerDomain/Session/renewalInterval``.
  ///
  /// - Throws: ``/MonikerDomain/SessionError/store(_:)``.
  public var current: AccountSession? {
    get async throws(SessionError) {
      guard case .signedIn(let active) = try await state() else { return nil }
      return active
    }
  }

  /// Returns whether somebody is signed in, was until the session ended, or is not.
  ///
  /// Asking counts as use, as for ``current``.
  ///
  /// - Throws: ``/MonikerDomain/SessionError/store(_:)``.
  public func state() async throws(SessionError) -> SessionState {
    try await session().use().state
  }

  /// The present state, followed by each later one, whichever process changes it.
  ///
  /// The sequence ends if its task is cancelled, and throws ``/MonikerDomain/SessionError/store(_:)`` if the store fails.
  public func states() -> SessionStates { states(of: .active) }

  /// The present state of an account's session on this device, active or not, followed by each later one.
  ///
  /// The state is ``/MonikerDomain/SessionState/signedOut`` while no account holds the nickname.
  ///
  /// - Parameter nickname: the nickname of the account, as a person has typed it.
  /// - Returns: a sequence as ``states()`` is.
  public func states(of nickname: String) -> SessionStates {
    states(of: NicknameReference(typed: nickname).map { .holder(of: $0) })
  }

  private func states(of subject: SessionSubject?) -> SessionStates {
    do throws(SessionError) {
      let session = try session()
      // No account holds a text that is no reference, and none will.
      guard let subject else { return SessionStates(.signedOut) }
      return session.states(of: subject)
    } catch {
      return SessionStates(failingWith: error)
    }
  }

  /// Signs in: adds an account if none has the nickname, and makes its session the active one.
  ///
  /// An open session of the account is kept, with its expiry.
  ///
  /// - Parameters:
  ///   - nickname: the nickname, as a person has typed it.
  ///   - lifetime: how long a new session lasts; nil for one that does not expire.
  /// - Returns: the account and its session, and whether they are new.
  /// - Throws: as ``/MonikerDomain/SetNicknameUseCase/set(_:on:proof:recoveryKey:)``.
  @discardableResult
  public func signIn(
    _ nickname: String,
    for lifetime: Duration? = nil
  ) async throws(NicknameError) -> SignIn {
    let setNickname: SetNicknameUseCase
    do { setNickname = try self.setNickname } catch { throw .store(error) }
    return try await setNickname.set(nickname, on: SessionTerms(lifetime: lifetime))
  }

  /// Signs out: ends the active session for good.
  ///
  /// - Returns: what was ended, and the first sessions that are still open.
  /// - Throws: ``/MonikerDomain/SessionError/store(_:)``.
  @discardableResult
  public func signOut() async throws(SessionError) -> SignOut {
    try await session().signOut()
  }

  /// Closes the files of the store; call it when the program no longer needs them.
  ///
  /// A later call opens them again. A store that was made by the program is left open. Sequences of states
  /// end with their tasks.
  public func close() async {
    if case .success(let parts) = parts { await parts.close() }
  }

  private func session() throws(SessionError) -> UserSessionUseCase {
    do { return try userSession } catch { throw .store(error) }
  }

  // MARK: The use cases
  //
  // Each property throws the failure of settings that name no store.

  /// Nicknames: signing in on any terms, and renaming.
  public var setNickname: SetNicknameUseCase {
    get throws(StoreFailure) { try parts.get().useCases.setNickname }
  }

  /// The session of one subject: reading, watching, renewing, signing out.
  public var userSession: UserSessionUseCase {
    get throws(StoreFailure) { try parts.get().useCases.userSession }
  }

  /// Accounts: listing, adding, switching, removing.
  public var accounts: AccountsUseCase {
    get throws(StoreFailure) { try parts.get().useCases.accounts }
  }

  /// Sessions: listing and ending them.
  public var sessions: SessionsUseCase {
    get throws(StoreFailure) { try parts.get().useCases.sessions }
  }

  /// The profile of an account that is signed in: loading and saving it.
  ///
  /// Its pictures are drawn, as `GeneratedPhotoSource` does.
  public var profile: ProfileUseCase {
    get throws(StoreFailure) { try parts.get().useCases.profile }
  }

  /// What happened to accounts.
  public var history: HistoryUseCase {
    get throws(StoreFailure) { try parts.get().useCases.history }
  }
}
