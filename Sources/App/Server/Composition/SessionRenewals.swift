#if Server
import Logging
import MonikerDomain
import ServiceLifecycle
import Synchronization

/// Renews the sessions of devices that have asked, at most once a second and all of them together.
///
/// A request that asks who is signed in only reads, and notes the device here. The store writes renewals
/// that wait at the same time with one sync.
final class SessionRenewals: Service, Sendable {
  /// The maximum number of devices that are noted; those beyond it are when they ask again: 10,000.
  private static let maximumCount = 10_000

  private let devices = Mutex<Set<DeviceID>>([])
  private let (wakes, wake) = AsyncStream.makeStream(
    of: Void.self,
    bufferingPolicy: .bufferingNewest(1)
  )
  private let sessions: any SessionRepository
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let pause: @Sendable () async -> Void

  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - now: returns the present time.
  ///   - logger: gets the failures.
  ///   - pause: waits between two rounds, for a second.
  init(
    of sessions: any SessionRepository,
    now: @escaping @Sendable () -> Timestamp,
    logger: Logger,
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) {
    self.sessions = sessions
    self.now = now
    self.logger = logger
    self.pause = pause
  }

  /// Notes that a device has used its active session, if use renews that.
  func note(_ used: SessionSnapshot, on device: DeviceID) {
    if used.isToBeRenewed(at: now()) { note(device) }
  }

  private func note(_ device: DeviceID) {
    let isNew = devices.withLock { devices in
      devices.count < Self.maximumCount && devices.insert(device).inserted
    }
    if isNew { wake.yield() }
  }

  /// Renews sessions until the service is shut down, and then those that are left.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in self.wakes {
        await self.renewAll()
        await self.pause()
      }
    }
    await renewAll()
  }

  private func renewAll() async {
    let noted = devices.withLock { devices in
      defer { devices = [] }
      return devices
    }
    await withDiscardingTaskGroup { group in
      for device in noted { group.addTask { await self.renew(device) } }
    }
  }

  private func renew(_ device: DeviceID) async {
    let context = RequestContext(in: .device(device))
    let session = UserSessionUseCase(sessions: sessions, in: context, now: now)
    let failure: SessionError?
    do throws(SessionError) {
      failure = try await session.use().failure
    } catch {
      failure = error
    }
    guard let failure else { return }
    logger.warning("a session was not renewed", metadata: ["error": "\(failure)"])
    // Renewals do not wait for another program that changes the store; that one may be done in a second.
    if case .store(let failure) = failure, failure.reason == .busy { note(device) }
  }
}
#endif
