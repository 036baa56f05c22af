#if Server
import Logging
import MonikerDomain
import ServiceLifecycle

/// Records the ends of sessions that have expired, and forgets devices that nobody uses, once a minute.
struct ExpirySweeper: Service {
  /// How long a device may be registered without a sign-in, as by a link that nobody approves: a day.
  private static let deviceTrial = Duration.seconds(86_400)

  let sessions: SessionsUseCase
  let accounts: OperatorUseCase
  let logger: Logger

  /// Runs until the service is shut down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          while try await sessions.recordExpiries() {}
          while try await accounts.forgetUnusedDevices(olderThan: Self.deviceTrial) {}
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
