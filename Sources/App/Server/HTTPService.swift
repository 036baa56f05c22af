#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// The service that answers HTTP requests.
enum HTTPService {
  /// Where the service listens, and how.
  struct Endpoint {
    /// The host name or address.
    let hostname: String

    /// The port; 0 for any that is free.
    let port: Int

    /// The settings of TLS; nil for plain HTTP.
    var tls: TLSConfiguration?

    /// The maximum number of open connections.
    var maximumConnections = 20_000

    /// The maximum number of open connections of a client.
    var connectionsPerClient = 256

    /// The threads that answer requests.
    var eventLoops = MultiThreadedEventLoopGroup.singleton
  }

  /// Builds the service, for the program and for its tests; it listens as soon as it runs.
  ///
  /// - Parameters:
  ///   - parts: what the routes work with.
  ///   - endpoint: where it listens.
  ///   - logger: gets the address at which the service listens, requests and failures.
  ///   - addRoutes: adds routes of a benchmark.
  ///   - onRunning: is called when it answers requests.
  static func application(
    _ parts: ServiceParts,
    at endpoint: Endpoint,
    logger: Logger,
    adding addRoutes: (Router<ServiceContext>) -> Void = { _ in },
    onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) throws -> some ApplicationProtocol {
    let router = router(parts)
    addRoutes(router)
    return try application(
      parts,
      answering: router.buildResponder(),
      at: endpoint,
      logger: logger,
      onRunning: onRunning
    )
  }

  /// Builds the service with a responder of its own, such as one that tests have put before the routes.
  static func application(
    _ parts: ServiceParts,
    answering responder: some HTTPResponder<ServiceContext>,
    at endpoint: Endpoint,
    logger: Logger,
    onRunning: @escaping @Sendable (any Channel) async -> Void
  ) throws -> some ApplicationProtocol {
    let openConnections = OpenConnections()
    let connections = ClientLimit(endpoint.connectionsPerClient)
    // The responder that the application would give to its own connections is not used.
    let plain = HTTPServerBuilder { _ in
      HTTPConnections(
        handlers: {
          [
            ConnectionLimitHandler(
              connections,
              isExempt: parts.access.isTrusted,
              onRefusal: { parts.metrics.countClosed("tooMany") }
            ),
            RequestDeadlineHandler { parts.metrics.countClosed($0.rawValue) },
          ]
        },
        respond: { await answer($0, on: $1, by: responder, logger: logger) },
        openConnections: openConnections
      )
    }
    return Application(
      responder: responder,
      server: try endpoint.tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain,
      configuration: ApplicationConfiguration(
        address: .hostname(endpoint.hostname, port: endpoint.port),
        backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(endpoint.maximumConnections)
      ),
      // They are shut down after the server, the last one first, and so have what the last requests left.
      services: [parts.renewals, parts.events, openConnections],
      onServerRunning: onRunning,
      eventLoopGroupProvider: .shared(endpoint.eventLoops),
      logger: logger
    )
  }

  private static func answer(
    _ request: Request,
    on channel: any Channel,
    by responder: some HTTPResponder<ServiceContext>,
    logger: Logger
  ) async -> Response {
    var logger = logger
    logger[metadataKey: RequestLog.idKey] = .stringConvertible(RequestID())
    let context = ServiceContext(
      source: ApplicationRequestContextSource(channel: channel, logger: logger)
    )
    do {
      return try await responder.respond(to: request, context: context)
    } catch {
      // The middleware has answers to the errors of routes.
      logger.error("a request was not answered", metadata: ["error": "\(error)"])
      return Response(status: .internalServerError)
    }
  }

  /// All routes, behind what every request passes; other methods of their paths are refused.
  static func router(_ parts: ServiceParts) -> Router<ServiceContext> {
    let router = operations(parts)
    addPages(parts, to: router)
    refuseOtherMethods(of: router)
    return router
  }

  /// The operations of the API document, and no other routes.
  static func operations(_ parts: ServiceParts) -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      RequestMiddleware(
        log: RequestLog(metrics: parts.metrics),
        clients: ClientRules(access: parts.access, throttle: parts.throttle),
        responses: ResponseRules(
          now: parts.now,
          isSecure: parts.access.isSecure,
          page: { await Pages(parts: parts).problem($0, ofNoPage: $1) }
        )
      )
    }
    OperationRoutes(parts: parts).add(to: router)
    OpenAPIRoutes().add(to: router)
    let api = router.group("v1").add(middleware: CallerMiddleware(parts: parts))
    SignInRoutes(parts: parts).add(to: api)
    SessionRoutes(parts: parts).add(to: api)
    AccountRoutes(parts: parts).add(to: api)
    DeviceRoutes(parts: parts).add(to: api)
    LinkRoutes(parts: parts).add(to: api)
    CredentialRoutes(parts: parts).add(to: api)
    ProfileRoutes(parts: parts).add(to: api)
    PhotoRoutes(parts: parts).add(to: api)
    HistoryRoutes(parts: parts).add(to: api)
    EventRoutes(parts: parts).add(to: api)
    return router
  }

  /// The pages for browsers, beside the operations of the API.
  private static func addPages(_ parts: ServiceParts, to router: Router<ServiceContext>) {
    let pages = Pages(parts: parts)
    AssetRoutes().add(to: router)
    let group = router.group().add(middleware: PageMiddleware(pages: pages))
    let signIn = SignInPages(pages: pages)
    signIn.add(to: group)
    HomePages(pages: pages, signIn: signIn).add(to: group)
    WaitingPages(pages: pages).add(to: group)
    RecoveryKeyPages(pages: pages).add(to: group)
    KeyWaitingPages(pages: pages).add(to: group)
    LinkPages(pages: pages).add(to: group)
    AccountsPages(pages: pages).add(to: group)
    SessionsPages(pages: pages).add(to: group)
    HistoryPages(pages: pages).add(to: group)
    ProfilePages(pages: pages).add(to: group)
    PhotosPages(pages: pages).add(to: group)
    ChangePages(pages: pages).add(to: group)
  }

  /// Answers methods that a path does not have with 405 and the header Allow (RFC 9110, section 15.5.6).
  private static func refuseOtherMethods(of router: Router<ServiceContext>) {
    let methods = Dictionary(grouping: router.routes) { $0.path.description }
    for routes in methods.values {
      guard let path = routes.first?.path else { continue }
      var allowed = Set(routes.map(\.method))
      if allowed.contains(.get) { allowed.insert(.head) }
      let allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
      for method in MethodRules.known.subtracting(allowed) {
        router.on(path, method: method) { _, _ -> Response in
          var problem = HTTPProblem(
            .methodNotAllowed,
            "methodNotAllowed",
            "The address takes \(allow)."
          )
          problem.headers[.allow] = allow
          throw problem
        }
      }
    }
  }
}
#endif
