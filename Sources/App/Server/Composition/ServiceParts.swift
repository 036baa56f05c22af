#if Server
import MonikerDomain

/// What the routes work with, as the composition root has made it.
struct ServiceParts: Sendable {
  /// The store.
  let store: any SharedStore

  /// The source of pictures.
  let photos: any PhotoSource

  /// The limits and reserved names of new nicknames.
  let policy: NicknamePolicy

  /// Whether anybody can make an account.
  let signUp: SignUpPolicy

  /// The limits of how often clients may ask.
  let throttle: Throttle

  /// What is counted for `/metrics`.
  let metrics: MetricsRegistry

  /// How clients reach the service.
  let access: ServiceAccess

  /// Returns the present time.
  let now: @Sendable () -> Timestamp

  /// Returns 64 bits of a cryptographically secure random source.
  let random: @Sendable () -> UInt64

  /// Makes a new secret.
  func secret(_ kind: Secret.Kind) -> Secret { Secret(kind, random: random) }

  /// The use cases for a call of a device.
  func useCases(on device: Device, from origin: Origin) -> UseCases {
    UseCases(
      parts: self,
      context: MonikerDomain.RequestContext(in: .device(device.id), from: origin)
    )
  }

  /// Recognises tokens.
  var authentication: AuthenticationUseCase {
    AuthenticationUseCase(devices: store, identityTokens: store)
  }

  /// The sign-in of a call that may come from a device which is not registered.
  func signIn(from origin: Origin) -> SharedSignInUseCase {
    SharedSignInUseCase(store: store, policy: policy, signUp: signUp, from: origin)
  }
}

/// The use cases for a call of one device.
struct UseCases {
  private let parts: ServiceParts
  let context: MonikerDomain.RequestContext

  init(parts: ServiceParts, context: MonikerDomain.RequestContext) {
    self.parts = parts
    self.context = context
  }

  var setNickname: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: parts.store,
      sessions: parts.store,
      policy: parts.policy,
      in: context,
      now: parts.now
    )
  }

  var userSession: UserSessionUseCase {
    UserSessionUseCase(sessions: parts.store, in: context, now: parts.now)
  }

  var accounts: AccountsUseCase {
    AccountsUseCase(
      accounts: parts.store,
      nicknames: parts.store,
      policy: parts.policy,
      in: context,
      now: parts.now
    )
  }

  var sessions: SessionsUseCase {
    SessionsUseCase(sessions: parts.store, in: context, now: parts.now)
  }

  var profile: ProfileUseCase {
    ProfileUseCase(
      profiles: parts.store,
      sessions: parts.store,
      photos: parts.photos,
      in: context,
      now: parts.now
    )
  }

  var history: HistoryUseCase {
    HistoryUseCase(
      history: parts.store,
      accounts: parts.store,
      sessions: parts.store,
      policy: parts.policy,
      in: context.scope
    )
  }

  var devices: DevicesUseCase { DevicesUseCase(devices: parts.store, in: context) }

  var credentials: CredentialsUseCase {
    CredentialsUseCase(
      links: parts.store,
      recoveryKeys: parts.store,
      identityTokens: parts.store,
      in: context
    )
  }
}
#endif
