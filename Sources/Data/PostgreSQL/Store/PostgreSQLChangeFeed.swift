#if Server
import MonikerDomain
import MonikerFiles
import MonikerModel

/// Tells subscribers of the changes of a store, by this and all other processes.
///
/// A process tells the others of its changes, after they were committed and once for all of 20 ms. That is
/// for speed alone: a process can die before, or be without a connection. So while somebody listens, the
/// database is asked once a second, and on each new connection, whether any transaction has ended: what
/// the subscribers see is then read again.
actor PostgreSQLChangeFeed {
  typealias Watched = SessionSubscribers.Watched

  /// How often the database is asked whether it has changed.
  private static let interval = Duration.seconds(1)

  /// The time in which changes gather before the other processes are told.
  private static let gathering = Duration.milliseconds(20)

  /// How often in a row the store may be unreadable before its subscribers learn of it.
  private static let patience = 5

  private let pool: PostgreSQLPool
  private let clock: PostgreSQLClock
  private var subscribers = SessionSubscribers()
  private var notices: [Int: AsyncStream<Void>.Continuation] = [:]
  private var nextNotice = 0
  private var watch: Task<Void, Never>?
  private var reading: Task<Void, Never>?
  private var nextReading: Task<Void, Never>?
  private var failureCount = 0
  private var version: String?
  private let listener: PostgreSQLListener
  private var isTelling = false

  init(_ pool: PostgreSQLPool, clock: PostgreSQLClock) {
    self.pool = pool
    self.clock = clock
    listener = PostgreSQLListener(pool.servers)
  }

  deinit { watch?.cancel() }

  // MARK: Subscribing

  func subscribe(_ continuation: SessionChanges.Continuation, to watched: Watched) async {
    do throws(PostgreSQLFailure) {
      let present = try await snapshots(of: [watched])[watched] ?? SessionSnapshot(active: nil)
      subscribers.add(continuation, watching: watched, present: present) { [weak self] number in
        Task { await self?.unsubscribe(number, from: watched) }
      }
    } catch {
      return continuation.finish(throwing: .store(error.failure))
    }
    startWatch()
    // What has changed since the read is told now.
    await readAgain()
  }

  private func unsubscribe(_ number: Int, from watched: Watched) {
    subscribers.remove(number, watching: watched)
    endUnneededWatch()
  }

  func add(_ continuation: AsyncStream<Void>.Continuation) {
    let number = nextNotice
    nextNotice += 1
    notices[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.removeNotice(number) }
    }
    startWatch()
    // What changed before the watch began is told, too.
    if case .terminated = continuation.yield() { removeNotice(number) }
  }

  private func removeNotice(_ number: Int) {
    notices[number] = nil
    endUnneededWatch()
  }

  // MARK: Telling

  /// Tells of a change that this process has made: here before its caller goes on, and other processes
  /// soon.
  func changed() async {
    tellOthers()
    await tellHere()
  }

  private func tellOthers() {
    guard !isTelling else { return }
    isTelling = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.gathering)
      await self?.notify()
    }
  }

  private func notify() async {
    // A change that is committed from now on needs another notice.
    isTelling = false
    try? await listener.tell(through: pool)
  }

  private func tellHere() async {
    for continuation in notices.values { continuation.yield() }
    if !subscribers.isEmpty { await readAgain() }
  }

  /// Reads what the subscribers see, from a moment after the call on.
  private func readAgain() async {
    if let nextReading { return await nextReading.value }
    let earlier = reading
    let task = Task {
      await earlier?.value
      (reading, nextReading) = (nextReading, nil)
      await tell()
    }
    nextReading = task
    await task.value
  }

  private func tell() async {
    do throws(PostgreSQLFailure) {
      let found = try await snapshots(of: subscribers.watched)
      failureCount = 0
      subscribers.tell(found)
    } catch {
      failureCount += 1
      guard failureCount > Self.patience else { return }
      failureCount = 0
      subscribers.fail(with: .store(error.failure))
      endUnneededWatch()
    }
  }

  private func snapshots(
    of all: [Watched]
  ) async throws(PostgreSQLFailure) -> [Watched: SessionSnapshot] {
    guard !all.isEmpty else { return [:] }
    return try await pool.read(.snapshot) { [clock, pool] connection throws(PostgreSQLFailure) in
      let transaction = PostgreSQLTransaction(connection, at: pool.location, clock: clock)
      var found: [Watched: SessionSnapshot] = [:]
      for watched in all {
        let active = try transaction.session(of: watched.subject, on: watched.device)
        found[watched] = SessionSnapshot(active: active)
      }
      return found
    }
  }

  // MARK: Watching other processes

  private func startWatch() {
    guard watch == nil else { return }
    watch = Task { [weak self, listener] in
      var lastLook = Countdown(.zero)
      while !Task.isCancelled {
        let heard = try? await listener.hear(within: lastLook.remaining)
        switch heard {
        case .notice:
          await self?.tellHere()
        case .beginning:
          await self?.forgetVersion()
        case .nothing:
          break
        case nil:
          // There is no server to listen to.
          try? await Task.sleep(for: lastLook.remaining)
        }
        guard lastLook.isOver || heard == .beginning else { continue }
        lastLook = Countdown(Self.interval)
        await self?.look()
      }
    }
  }

  private func endUnneededWatch() {
    guard subscribers.isEmpty, notices.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  /// Ends the watch: subscribers are told of no more changes.
  func close() {
    watch?.cancel()
    watch = nil
  }

  private func forgetVersion() { version = nil }

  /// Looks whether a transaction has ended since the last look.
  private func look() async {
    let present = try? await pool.read(.statement) { connection throws(PostgreSQLFailure) in
      try connection.row("SELECT pg_current_snapshot()::text") {
        row throws(PostgreSQLFailure) in try row.text(0)
      }
    }
    guard present == nil || present != version else { return }
    version = present ?? nil
    await tellHere()
  }
}
#endif
