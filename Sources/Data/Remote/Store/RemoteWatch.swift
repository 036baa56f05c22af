#if Server
import MonikerDomain
import MonikerFiles
import Synchronization

/// Follows a subject's session on this device, as the service tells it.
///
/// A broken stream is opened again, after a delay that grows while the service is unreachable.
struct RemoteWatch: Sendable {
  private static let firstDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(5)
  /// How often a device that the service does not know looks for a token.
  private static let look = Duration.milliseconds(100)

  private let subject: SessionSubject
  private let repository: RemoteRepository
  private let last = LastTold()

  init(of subject: SessionSubject, in repository: RemoteRepository) {
    self.subject = subject
    self.repository = repository
  }

  /// What was told last, so that nothing is told twice.
  private final class LastTold: Sendable {
    private let state = Mutex<SessionSnapshot?>(nil)

    var isNothing: Bool { state.withLock { $0 == nil } }

    func tell(_ snapshot: SessionSnapshot, to continuation: SessionChanges.Continuation) {
      state.withLock { told in
        guard told != snapshot else { return }
        told = snapshot
        continuation.yield(snapshot)
      }
    }
  }

  /// Why a stream has ended.
  private enum End: Sendable {
    /// The device has another token.
    case replaced
    /// The connection has ended.
    case broken
    /// The service cannot be reached.
    case failed(StoreFailure, after: Duration?)
    /// There is no token, or this one proves nothing.
    case unknown(RemoteSecret?)
    /// The token that was given proves nothing, and no other one will follow.
    case refused(StoreFailure)
  }

  /// Tells the changes until the task is cancelled, or the service was unreachable for too long.
  func run(_ continuation: SessionChanges.Continuation) async {
    var outage: Countdown?
    var delay = Self.firstDelay
    var refused: RemoteSecret?
    while !Task.isCancelled {
      let life = Countdown(Self.longestDelay)
      let end = await follow(continuation, unless: refused)
      // What has held for a time may be tried again soon.
      if life.isOver { delay = Self.firstDelay }
      switch end {
      case .replaced: (outage, delay) = (nil, Self.firstDelay)
      case .unknown(let token):
        (outage, delay, refused) = (nil, Self.firstDelay, token)
        last.tell(SessionSnapshot(active: nil), to: continuation)
        try? await Task.sleep(for: Self.look)
      case .refused(let failure): return continuation.finish(throwing: .store(failure))
      case .broken:
        outage = nil
        try? await Task.sleep(for: delay)
        delay = min(delay * 2, Self.longestDelay)
      case .failed(let failure, let pause):
        let rest = outage ?? Countdown(repository.client.timeouts.outage)
        outage = rest
        guard !last.isNothing, !rest.isOver else {
          return continuation.finish(throwing: .store(failure))
        }
        // The service may ask for more patience than the caller has.
        try? await Task.sleep(for: min(max(delay, pause ?? .zero), rest.remaining))
        delay = min(delay * 2, Self.longestDelay)
      }
    }
  }

  /// Follows one stream.
  ///
  /// - Parameter refused: a token that proves nothing, with which nothing is asked.
  private func follow(
    _ continuation: SessionChanges.Continuation,
    unless refused: RemoteSecret?
  ) async -> End {
    let client = repository.client
    let token: RemoteSecret?
    do {
      // Another process may have signed in, or this one.
      guard try await client.device.isOther(than: refused) else { return .unknown(refused) }
      token = try await client.device.token()
    } catch {
      return .failed(error, after: nil)
    }
    guard let token else { return .unknown(nil) }
    let call = RemoteCall(get: "events", query: [subject.isActive ? nil : ("follow", "view")])
    let failure = Mutex<StoreFailure?>(nil)
    let wasTold = Atomic(false)
    do {
      let answer = try await client.transport.follow(
        call.request(with: token),
        within: client.timeouts.answer,
        silence: client.timeouts.silence
      ) { event in
        do throws(StoreFailure) {
          guard let snapshot = try await snapshot(after: event) else { return event.kind != "end" }
          last.tell(snapshot, to: continuation)
          wasTold.store(true, ordering: .relaxed)
          return true
        } catch {
          failure.withLock { $0 = error }
          return false
        }
      }
      if let failure = failure.withLock(\.self) { return .failed(failure, after: nil) }
      if let answer { return await end(answer, token) }
      if await isReplaced(token) { return .replaced }
      return wasTold.load(ordering: .relaxed) ? .broken : ended(client)
    } catch {
      if wasTold.load(ordering: .relaxed), error.mayHaveArrived { return .broken }
      return .failed(client.failure(error.detail), after: nil)
    }
  }

  private func ended(_ client: RemoteClient) -> End {
    .failed(client.failure("a stream of changes that ended at once"), after: nil)
  }

  /// The present state, if an event says that it may have changed.
  private func snapshot(after event: ServerSentEvent) async throws(StoreFailure) -> SessionSnapshot?
  {
    switch event.kind {
    case "session":
      guard let answer = StateAnswer(json: Array(event.data.utf8)) else {
        throw repository.client.failure("an event that is not one of the service")
      }
      let snapshot = SessionSnapshot(active: answer.session?.entry.holder)
      repository.remember(snapshot)
      return snapshot
    case "view": return try await repository.snapshot(of: subject)
    default: return nil
    }
  }

  private func end(_ answer: RemoteAnswer, _ token: RemoteSecret) async -> End {
    let client = repository.client
    guard let problem = RemoteProblem(answer) else {
      return .failed(client.failure("no stream of changes (status \(answer.status))"), after: nil)
    }
    guard problem.isUnauthorized else {
      return .failed(
        problem.failure(of: client.address),
        after: problem.retryAfter.map { .seconds($0) }
      )
    }
    if await isReplaced(token) { return .replaced }
    return client.givenTokenFailure.map(End.refused) ?? .unknown(token)
  }

  private func isReplaced(_ token: RemoteSecret) async -> Bool {
    (try? await repository.client.device.isOther(than: token)) ?? false
  }

  private struct StateAnswer: Decodable, Sendable {
    let session: SessionAnswer?
  }
}

extension SessionSubject {
  fileprivate var isActive: Bool { self == .active }
}
#endif
