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
  private static let look = Duration.milliseconds(50)

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
    /// It was told something, and can be opened again.
    case broken
    /// The service cannot be reached.
    case failed(StoreFailure, after: Duration?)
    /// The token proves nothing.
    case unknown
  }

  /// Tells the changes until the task is cancelled, or the service was unreachable for too long.
  func run(_ continuation: SessionChanges.Continuation) async {
    var outage: Countdown?
    var delay = Self.firstDelay
    while !Task.isCancelled {
      let end = await follow(continuation)
      switch end {
      case .broken:
        (outage, delay) = (nil, Self.firstDelay)
        try? await Task.sleep(for: .milliseconds(10))
      case .unknown:
        (outage, delay) = (nil, Self.firstDelay)
        last.tell(SessionSnapshot(active: nil), to: continuation)
        try? await Task.sleep(for: Self.look)
      case .failed(let failure, let pause):
        let rest = outage ?? Countdown(repository.client.timeouts.outage)
        outage = rest
        guard !last.isNothing, !rest.isOver else {
          return continuation.finish(throwing: .store(failure))
        }
        try? await Task.sleep(for: max(delay, pause ?? .zero))
        delay = min(delay * 2, Self.longestDelay)
      }
    }
  }

  /// Follows one stream.
  private func follow(_ continuation: SessionChanges.Continuation) async -> End {
    let client = repository.client
    let token: RemoteSecret?
    do {
      // Another process may have signed in, or this one.
      token =
        try await client.device.isOther(than: nil) ? try await client.device.token() : nil
    } catch {
      return .failed(error, after: nil)
    }
    guard let token else { return .unknown }
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
      guard let answer else { return wasTold.load(ordering: .relaxed) ? .broken : ended(client) }
      return await end(answer, token)
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
      return SessionSnapshot(active: answer.session?.entry.holder)
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
    let isOther = (try? await client.device.isOther(than: token)) ?? false
    return isOther ? .broken : .unknown
  }

  private struct StateAnswer: Decodable, Sendable {
    let session: SessionAnswer?
  }
}

extension SessionSubject {
  fileprivate var isActive: Bool { self == .active }
}
#endif
