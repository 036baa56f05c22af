#if Server
import Logging
import MonikerDomain
import ServiceLifecycle

/// Records the ends of sessions that have expired, once a minute.
struct ExpirySweeper: Service {
  let sessions: SessionsUseCase
  let logger: Logger

  /// Runs until the service is shut down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          while try await sessions.recordExpiries() {}
        } catch {
          // The next round tries again, and sessions are judged by the clock in any case.
          logger.warning("expiries were not recorded", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}
#endif
