import MonikerDomain
import MonikerDoubles
import Synchronization

/// Reads the changes of a store one at a time, and detects that no element comes.
struct ChangeReader {
  private let elements: Elements
  private let wait: ElementWait

  /// Subscribes to the changes of a subject's session on a device of a store.
  init(
    _ store: any PersonalStore,
    at place: StorePlace,
    of subject: SessionSubject = .active,
    on device: DeviceID = TestDevice.current
  ) {
    elements = Elements(store.changes(of: subject, on: device).makeAsyncIterator())
    wait = ElementWait(isAtOnce: place.tellsAtOnce)
  }

  /// Returns the active session of the next element.
  ///
  /// - Throws: ``LawBroken`` if none comes, and any error of the store.
  func next() async throws -> AccountSession? {
    guard let snapshot = try await wait(for: elements.next) else {
      throw LawBroken("The changes should have another element, and none comes")
    }
    return snapshot.active
  }

  /// Cancels the subscription.
  ///
  /// - Returns: the element that was pending; nil if there was none.
  func end() async throws -> SessionSnapshot? {
    let reading = Task { try await elements.next() }
    reading.cancel()
    return try await reading.value
  }

  private actor Elements {
    private var iterator: SessionChanges.AsyncIterator

    init(_ iterator: sending SessionChanges.AsyncIterator) {
      self.iterator = iterator
    }

    func next() async throws -> SessionSnapshot? {
      var current = iterator
      defer { iterator = current }
      return try await current.next(isolation: self)
    }
  }
}

/// Waits for the next element of a sequence, and detects that none comes.
struct ElementWait {
  /// The time limit, which only ends a hang: every store publishes a change sooner.
  private static let limit = Duration.seconds(300)

  /// Whether the element is there before the call that publishes it returns.
  let isAtOnce: Bool

  /// Waits for an element.
  ///
  /// - Parameter next: reads the next element.
  /// - Returns: nil if none comes.
  func callAsFunction<Element: Sendable>(
    for next: @escaping @Sendable () async throws -> Element?
  ) async throws -> Element? {
    isAtOnce ? try await atOnce(next) : try await inTime(next)
  }

  private func inTime<Element: Sendable>(
    _ next: @escaping @Sendable () async throws -> Element?
  ) async throws -> Element? {
    let reading = Task { try await next() }
    let waiting = Task {
      try await Task.sleep(for: Self.limit)
      reading.cancel()
    }
    defer { waiting.cancel() }
    return try await reading.value
  }

  /// Once the executor has no job left, the read has returned, or waits for an element that never
  /// comes.
  private func atOnce<Element: Sendable>(
    _ next: @escaping @Sendable () async throws -> Element?
  ) async throws -> Element? {
    let executor = ManualExecutor()
    let hasEnded = Atomic(false)
    let reading = Task(executorPreference: executor) {
      defer { hasEnded.store(true, ordering: .releasing) }
      return try await next()
    }
    executor.run()
    if !hasEnded.load(ordering: .acquiring) { reading.cancel() }
    executor.run()
    return try await reading.value
  }
}

/// Runs a task on the calling thread as long as it has jobs.
private final class ManualExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
