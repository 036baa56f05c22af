#if Server
import Moniker
import MonikerDomain

/// What the routes work with, as the composition root has made it.
struct ServiceParts: Sendable {
  /// The store.
  let store: any SharedStore

  /// The source of pictures.
  let photos: any PhotoSource

  /// The host of the photos' images, if the source gives their addresses; nil if it draws them.
  var imageHost: String?

  /// The limits and reserved names of new nicknames.
  let policy: NicknamePolicy

  /// Whether anybody can make an account.
  let signUp: SignUpPolicy

  /// How many accounts may be added from a network a day; nil for any number.
  let accountsPerDay: Int?

  /// The limits of how often clients may ask.
  let throttle: Throttle

  /// The limit of how many streams of events a client has.
  let streams: ClientLimit

  /// What is counted for `/metrics`.
  let metrics: MetricsRegistry

  /// The sessions that are to be renewed.
  let renewals: SessionRenewals

  /// The open streams of events.
  let events: EventHub

  /// How clients reach the service.
  let access: ServiceAccess

  /// Returns the present time.
  let now: @Sendable () -> Timestamp

  /// Returns 64 bits of a cryptographically secure random source.
  let random: @Sendable () -> UInt64

  /// Makes a new secret.
  func secret(_ kind: Secret.Kind) -> Secret { Secret(kind, random: random) }

  /// The use cases for a call of a device.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - origin: the origin of the call.
  ///   - request: the request, if its caller may repeat it.
  func useCases(
    on device: DeviceID,
    from origin: Origin,
    repeatable request: RepeatableRequest? = nil
  ) -> UseCases {
    UseCases(
      StoreUseCases(
        store,
        photos: photos,
        policy: policy,
        in: MonikerDomain.RequestContext(
          in: .device(device),
          from: origin,
          intention: request?.intention,
          content: request?.content
        ),
        now: now
      ),
      store
    )
  }

  /// Finds out whether a request repeats an earlier one.
  var intentions: IntentionsUseCase { IntentionsUseCase(intentions: store, now: now) }

  /// What a device may see, for pages that follow it.
  var view: DeviceView { DeviceView(history: store) }

  /// Recognises the tokens of devices.
  var provenSessions: ProvenSessionsUseCase { ProvenSessionsUseCase(store) }

  /// Registers devices, and recognises identity tokens.
  var authentication: AuthenticationUseCase {
    AuthenticationUseCase(store: store, now: now)
  }

  /// The sign-in of a call that may come from a device which is not registered.
  ///
  /// - Parameters:
  ///   - origin: the origin of the call.
  ///   - network: the network of the client.
  func signIn(from origin: Origin, in network: IPNetwork) -> SharedSignInUseCase {
    SharedSignInUseCase(
      store: store,
      policy: policy,
      signUp: signUp,
      quota: accountsPerDay.map { SignUpQuota(network: network.description, limit: $0) },
      from: origin,
      now: now
    )
  }
}

/// The use cases for a call of one device.
struct UseCases {
  private let own: StoreUseCases
  private let store: any SharedStore

  init(_ own: StoreUseCases, _ store: any SharedStore) {
    self.own = own
    self.store = store
  }

  var setNickname: SetNicknameUseCase { own.setNickname }

  var userSession: UserSessionUseCase { own.userSession }

  var accounts: AccountsUseCase { own.accounts }

  var sessions: SessionsUseCase { own.sessions }

  var profile: ProfileUseCase { own.profile }

  var photos: PhotosUseCase { own.photos }

  var history: HistoryUseCase { own.history }

  var devices: DevicesUseCase { DevicesUseCase(devices: store, in: own.context) }

  var credentials: CredentialsUseCase {
    CredentialsUseCase(
      links: store,
      recoveryKeys: store,
      identityTokens: store,
      in: own.context
    )
  }
}
#endif
