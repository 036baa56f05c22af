#if Server
import Logging
import MonikerDomain
import ServiceLifecycle
import Synchronization

/// Renews sessions that were asked for, at most once a second and all of them together.
///
/// A request that asks who is signed in only reads, and notes the session here. The store writes renewals
/// that wait at the same time with one sync.
final class SessionRenewals: Service, Sendable {
  /// The maximum number of sessions that are noted; those beyond it are when they ask again: 10,000.
  private static let maximumCount = 10_000

  /// The session of an account on a device; the account need not be the active one.
  private struct Used: Hashable {
    let account: AccountID
    let device: DeviceID
  }

  private let noted = Mutex<Set<Used>>([])
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

  /// Notes that a device has used a session, if use renews that.
  func note(_ session: SessionSnapshot, on device: DeviceID) {
    guard session.isToBeRenewed(at: now()), let account = session.active?.account.id else { return }
    note(Used(account: account, device: device))
  }

  private func note(_ used: Used) {
    let isNew = noted.withLock { noted in
      noted.count < Self.maximumCount && noted.insert(used).inserted
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
    let all = noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
    await withDiscardingTaskGroup { group in
      for used in all { group.addTask { await self.renew(used) } }
    }
  }

  private func renew(_ used: Used) async {
    let context = RequestContext(in: .device(used.device))
    let session = UserSessionUseCase(sessions: sessions, in: context, now: now)
    do throws(SessionError) {
      try await session.renew(.account(used.account))
    } catch {
      logger.warning("a session was not renewed", metadata: ["error": "\(error)"])
      // Renewals do not wait for another program that changes the store; that one may be done in a second.
      if case .store(let failure) = error, failure.reason == .busy { note(used) }
    }
  }
}
#endif
