import MonikerDomain
import Synchronization

/// Reads the changes of a store one at a time, and finds out that an element does not come.
struct ChangeReader {
  /// Ends a hang; no store takes as long as this to tell a change.
  private static let limit = Duration.seconds(300)

  private let elements: Elements
  private let isAtOnce: Bool

  /// Starts to read.
  init(_ store: any Store, at place: StorePlace) {
    elements = Elements(store.changes().makeAsyncIterator())
    isAtOnce = place.tellsAtOnce
  }

  /// The active session of the next element.
  ///
  /// - Throws: ``LawBroken`` if none comes, and what the store threw.
  func next() async throws -> AccountSession? {
    guard let snapshot = isAtOnce ? try await nextAtOnce() : try await nextInTime() else {
      throw LawBroken("The changes should have another element, and none comes")
    }
    return snapshot.active
  }

  /// Ends the reading.
  ///
  /// - Returns: the element that waited to be read; nil if there was none.
  func end() async throws -> SessionSnapshot? {
    let reading = Task { try await elements.next() }
    reading.cancel()
    return try await reading.value
  }

  private func nextInTime() async throws -> SessionSnapshot? {
    let reading = Task { try await elements.next() }
    let waiting = Task {
      try await Task.sleep(for: Self.limit)
      reading.cancel()
    }
    defer { waiting.cancel() }
    return try await reading.value
  }

  /// Once the executor has nothing left to run, the reading has ended or waits for what never comes.
  private func nextAtOnce() async throws -> SessionSnapshot? {
    let executor = ManualExecutor()
    let hasEnded = Atomic(false)
    let reading = Task(executorPreference: executor) {
      defer { hasEnded.store(true, ordering: .releasing) }
      return try await elements.next()
    }
    executor.run()
    if !hasEnded.load(ordering: .acquiring) { reading.cancel() }
    executor.run()
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

/// Runs a task on the thread that asks for it, for as long as there is something to run.
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
