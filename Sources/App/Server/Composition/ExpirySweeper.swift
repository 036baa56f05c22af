#if Server
import Logging
import MonikerDomain
import ServiceLifecycle

/// Records the ends of sessions that have expired, and forgets devices that nobody uses, once a minute.
///
/// Each time it looks at a thousand devices more, from the first to the last and again, so that a store with
/// many of them is never busy with that for long.
struct ExpirySweeper: Service {
  /// How long a device may be registered without a sign-in, as by a link that nobody approves: a day.
  private static let deviceTrial = Duration.seconds(86_400)

  /// How many devices are looked at in one change, and how many such changes there are in a round.
  private static let (batch, batches) = (200, 5)

  let sessions: SessionsUseCase
  let devices: UnusedDevicesUseCase
  let logger: Logger

  /// Runs until the service is shut down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      var next: PageCursor?
      while !Task.isCancelled {
        do {
          while try await sessions.recordExpiries() {}
          for _ in 0..<Self.batches {
            next = try await devices.forget(
              among: PageRequest(at: next, limit: Self.batch),
              olderThan: Self.deviceTrial
            )
            if next == nil { break }
          }
        } catch {
          next = nil
          // The next round tries again, and sessions are judged by the clock in any case.
          logger.warning("expiries were not recorded", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}
#endif
