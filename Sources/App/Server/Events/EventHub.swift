#if Server
import Logging
import MonikerDomain
import ServiceLifecycle
import Synchronization

/// Tells all open streams of events what their clients may see.
///
/// After a change of the store it looks at all streams together: what each token still proves and the
/// session that it leads to are read at the same moment. A look takes time with the number of streams, and
/// changes that are made during a look and the pause after it share the next one.
final class EventHub: Service, Sendable {
  private struct State {
    var streams: [ObjectIdentifier: EventStream] = [:]
    /// The streams to look at; all, if the store has changed.
    var due: [EventStream] = []
    var hasChanged = false
  }

  /// The number of streams whose tokens one read looks up.
  private static let readCount = 500

  /// For so long a store that cannot be read may be read again, before all streams end.
  private static let patience = Duration.seconds(2)

  private let sessions: ProvenSessionsUseCase
  private let view: DeviceView
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let second: @Sendable () async throws -> Void
  private let state = Mutex(State())
  private let (wakes, wake) = AsyncStream.makeStream(
    of: Void.self,
    bufferingPolicy: .bufferingNewest(1)
  )

  /// - Parameters:
  ///   - sessions: finds what tokens prove.
  ///   - view: finds whether what a device may see has changed.
  ///   - now: returns the present time.
  ///   - logger: gets the failures.
  ///   - second: waits for a second, and throws if the task is cancelled.
  init(
    _ sessions: ProvenSessionsUseCase,
    view: DeviceView,
    now: @escaping @Sendable () -> Timestamp,
    logger: Logger,
    second: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(1))
    }
  ) {
    self.sessions = sessions
    self.view = view
    self.now = now
    self.logger = logger
    self.second = second
  }

  /// Opens a stream, which is told the present state first; it is to be closed again.
  ///
  /// - Parameters:
  ///   - device: the device of the client.
  ///   - token: the digest of the token that proves it.
  ///   - followsView: whether the client follows all that the device may see, and not its session alone.
  func open(
    to device: DeviceID,
    provenBy token: SecretDigest,
    followsView: Bool = false
  ) -> EventStream {
    let stream = EventStream(to: device, provenBy: token, followsView: followsView)
    state.withLock { state in
      state.streams[ObjectIdentifier(stream)] = stream
      state.due.append(stream)
    }
    wake.yield()
    return stream
  }

  /// Forgets a stream.
  func close(_ stream: EventStream) {
    state.withLock { state in state.streams[ObjectIdentifier(stream)] = nil }
  }

  /// Looks after changes until the service is shut down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.watch() }
        group.addTask { await self.tick() }
        await self.look()
      }
    }
  }

  private func watch() async {
    for await _ in sessions.changeNotices() { noteChange() }
    // The store cannot be watched.
    while !Task.isCancelled {
      noteChange()
      try? await second()
    }
  }

  private func noteChange() {
    state.withLock { $0.hasChanged = true }
    wake.yield()
  }

  private func tick() async {
    while (try? await second()) != nil {
      let time = now()
      let streams = state.withLock { $0.streams }
      let expired = streams.values.filter { $0.tick(at: time) }
      guard !expired.isEmpty else { continue }
      state.withLock { $0.due += expired }
      wake.yield()
    }
  }

  private func look() async {
    let clock = ContinuousClock()
    var failingSince: ContinuousClock.Instant?
    for await _ in wakes {
      let streams = state.withLock { state in
        defer { (state.due, state.hasChanged) = ([], false) }
        return state.hasChanged ? Array(state.streams.values) : state.due
      }
      let start = clock.now
      do {
        try await tell(streams)
        failingSince = nil
      } catch {
        logger.warning("sessions cannot be read for streams", metadata: ["error": "\(error)"])
        let since = failingSince ?? start
        failingSince = since
        if since.duration(to: clock.now) > Self.patience {
          for stream in streams { stream.end("storeFailed") }
        } else {
          state.withLock { $0.due += streams }
          try? await Task.sleep(for: .milliseconds(100))
          wake.yield()
        }
      }
      // At most half of the time is spent on looks.
      try? await Task.sleep(for: start.duration(to: clock.now))
    }
  }

  private func tell(_ streams: [EventStream]) async throws {
    for first in stride(from: 0, to: streams.count, by: Self.readCount) {
      let part = streams[first..<min(first + Self.readCount, streams.count)]
      let proven = try await sessions.sessions(provenBy: part.map(\.token))
      let time = now()
      for (stream, proven) in zip(part, proven) {
        let version = try await version(for: stream, proven, at: time)
        stream.tell(proven, view: version, at: time)
      }
    }
  }

  /// The version of what the device of a stream may see; nil if its client does not follow it.
  private func version(
    for stream: EventStream,
    _ proven: ProvenSession?,
    at time: Timestamp
  ) async throws -> String? {
    guard stream.followsView, let proven else { return nil }
    return try await view.version(of: stream.device, proven.session.state(at: time))
  }
}
#endif
