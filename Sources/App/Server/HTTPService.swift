#if Server
import Hummingbird
import Logging

/// The service that answers HTTP requests.
enum HTTPService {
  /// Builds the service; it listens as soon as it runs.
  ///
  /// - Parameters:
  ///   - hostname: the host name or address to listen on.
  ///   - port: the port to listen on; 0 takes any that is free.
  ///   - logger: gets the address at which the service listens, and problems.
  static func application(
    hostname: String,
    port: Int,
    logger: Logger
  ) -> some ApplicationProtocol {
    Application(
      router: router(),
      configuration: ApplicationConfiguration(address: .hostname(hostname, port: port)),
      logger: logger
    )
  }

  private static func router() -> Router<BasicRequestContext> {
    let router = Router()
    // For a supervisor: the process answers, whatever the state of the store.
    router.get("health/live") { _, _ in HTTPResponse.Status.ok }
    return router
  }
}
#endif
