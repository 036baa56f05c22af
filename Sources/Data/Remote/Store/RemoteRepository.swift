#if Server
public import MonikerDomain
public import NIOSSL

/// The store of a service, as one device sees it.
///
/// The device is the one whose token it has, whatever device a call names: a service takes nobody's word for
/// that. The service sets the time, new IDs and the origin, and a call sees the view of the device, whatever
/// scope it names. Without a token nobody is signed in, which needs no request.
///
/// A call that changes something has an ID: that of its intention, or a new one. A request whose answer was
/// lost is sent again with it.
public struct RemoteRepository: Sendable {
  let client: RemoteClient
  let label: String?
  let newIntentionID: @Sendable () -> IntentionID
  let now: @Sendable () -> Timestamp
  let keepRecoveryKey: @Sendable (RemoteSecret, Account) async -> Void
  let prove: Prove
  let awaitApproval: AwaitApproval
  let offline: RemoteOffline?

  /// Gets a proof that an account is this person's; returns nil if they give none.
  public typealias Prove = @Sendable (RemoteProofRequest) async throws(StoreFailure) -> RemoteProof?

  /// Asks again and again whether a link is approved, until `ask` returns true.
  ///
  /// Returns false if the link was denied or its time is over; the person was told then.
  public typealias AwaitApproval =
    @Sendable (
      _ link: RemoteLink, _ ask: () async throws(RemoteError) -> Bool?
    ) async throws(StoreFailure) -> Bool

  /// Creates the value; no connection is made before the first call.
  ///
  /// - Parameters:
  ///   - address: the address of the service.
  ///   - tokens: keeps the token of this device.
  ///   - label: what its user calls this device; nil if that is not known.
  ///   - timeouts: how long to wait.
  ///   - trustRoots: the authorities whose certificates are trusted; nil for those of the system.
  ///   - now: returns the present time, for refusals that end some seconds later.
  ///   - newIntentionID: returns a new random ID.
  ///   - keepRecoveryKey: is given each new recovery key, of an account that a sign-in adds or of
  ///     ``replaceRecoveryKey(of:proof:as:)``, before the call returns; nobody gets it again. If a request was sent more
  ///     than once, a later key of the account can take the place of this one.
  ///   - offline: what this device keeps for times without the service; nil for nothing.
  ///   - prove: gets a proof, each time that ``signIn(_:)`` or ``remove(_:proof:in:)`` needs one.
  ///   - awaitApproval: waits for the approval of a link that is such a proof.
  public init(
    at address: ServiceAddress,
    tokens: any DeviceTokenStore,
    label: String? = nil,
    timeouts: RemoteTimeouts = RemoteTimeouts(),
    trustRoots: [NIOSSLCertificate]? = nil,
    now: @escaping @Sendable () -> Timestamp,
    newIntentionID: @escaping @Sendable () -> IntentionID,
    keepRecoveryKey: @escaping @Sendable (RemoteSecret, Account) async -> Void,
    offline: RemoteOffline? = nil,
    prove: @escaping Prove = { _ in nil },
    awaitApproval: @escaping AwaitApproval = { _, _ in false }
  ) {
    self.init(
      at: address,
      over: HTTPTransport(to: address, connect: timeouts.connect, trustRoots: trustRoots),
      tokens: tokens,
      label: label,
      timeouts: timeouts,
      now: now,
      newIntentionID: newIntentionID,
      keepRecoveryKey: keepRecoveryKey,
      offline: offline,
      prove: prove,
      awaitApproval: awaitApproval
    )
  }

  /// Creates the value over another transport.
  package init(
    at address: ServiceAddress,
    over transport: any RemoteTransport,
    tokens: any DeviceTokenStore,
    label: String?,
    timeouts: RemoteTimeouts,
    now: @escaping @Sendable () -> Timestamp,
    newIntentionID: @escaping @Sendable () -> IntentionID,
    keepRecoveryKey: @escaping @Sendable (RemoteSecret, Account) async -> Void,
    offline: RemoteOffline? = nil,
    prove: @escaping Prove = { _ in nil },
    awaitApproval: @escaping AwaitApproval = { _, _ in false }
  ) {
    client = RemoteClient(
      to: address,
      over: transport,
      as: RemoteDevice(tokens),
      timeouts: timeouts
    )
    self.label = label
    self.now = now
    self.newIntentionID = newIntentionID
    self.keepRecoveryKey = keepRecoveryKey
    self.offline = offline
    self.prove = prove
    self.awaitApproval = awaitApproval
  }

  /// The address of the service.
  public var address: ServiceAddress { client.address }

  /// A transport to a service, for what puts something before it.
  package static func transport(
    to address: ServiceAddress,
    timeouts: RemoteTimeouts
  ) -> any RemoteTransport {
    HTTPTransport(to: address, connect: timeouts.connect, trustRoots: nil)
  }

  /// The ID of the intention of a call.
  func intention(_ context: RequestContext) -> IntentionID {
    context.intention ?? newIntentionID()
  }

  /// Whether the service knows this device, as far as that is known here.
  func isKnown() async throws(StoreFailure) -> Bool { try await client.device.token() != nil }

  /// Whether the service knows this device, as a step of a call.
  func isKnownToService() async throws(RemoteRefusal) -> Bool {
    do throws(StoreFailure) {
      return try await isKnown()
    } catch {
      throw .failed(error)
    }
  }

  /// The failure of a call that is refused for a reason which its port does not have.
  func failure(_ refusal: RemoteRefusal) -> StoreFailure {
    switch refusal {
    case .problem(let problem): problem.failure(of: address)
    case .failed(let failure): failure
    }
  }

  /// A failure for what only a whole store can do.
  func unsupported(_ what: String) -> StoreFailure {
    StoreFailure(.unsupported, at: address.description, detail: what)
  }
}

extension SessionSubject {
  /// The parameter by which a request names the subject.
  var parameter: (String, String) {
    switch self {
    case .active: ("subject", "active")
    case .account(let id): ("subject", "account:\(id)")
    case .holder(let reference): ("subject", "nickname:\(reference.text)")
    }
  }
}

extension PageRequest {
  /// The parameters by which a request selects the page.
  var parameters: [(String, String)?] {
    [("limit", "\(limit)"), cursor.map { ("cursor", $0.description) }]
  }
}
#endif
