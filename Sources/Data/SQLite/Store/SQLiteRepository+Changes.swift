import MonikerDomain
import MonikerModel
import MonikerFiles
import Synchronization

extension SQLiteRepository {
  /// Makes a change durable in one step, and notifies subscribers.
  ///
  /// Changes queue while another batch is synced. The last one to arrive runs them all as one
  /// batch.
  ///
  /// - Parameters:
  ///   - waitsForLock: whether the change waits while another connection holds the write lock; if
  ///     not, it fails as busy at once.
  ///   - body: makes the change inside a transaction. It may run more than once; the last run
  ///     counts.
  @concurrent nonisolated func change<Answer: Sendable, Refusal: PortError>(
    waitsForLock: Bool = true,
    _ body:
      @escaping @Sendable (SQLiteConnection) throws(StoreFailure) ->
      Result<StoreStep<Answer>, Refusal>
  ) async throws(Refusal) -> Answer {
    let start = Countdown(Countdown.longest)
    pendingCount.add(1, ordering: .relaxed)
    switch await enqueue(waitsForLock: waitsForLock, since: start, body) {
    case .success(let outcome): return try outcome.get()
    case .failure(let failure): throw .store(failure)
    }
  }

  /// Limits a batch: changes could arrive without end.
  private static var maxBatchSize: Int { 256 }

  private func enqueue<Answer: Sendable, Refusal: Error>(
    waitsForLock: Bool,
    since start: Countdown,
    _ body:
      @escaping @Sendable (SQLiteConnection) throws(StoreFailure) ->
      Result<StoreStep<Answer>, Refusal>
  ) async -> Result<Result<Answer, Refusal>, StoreFailure> {
    let isLast = pendingCount.subtract(1, ordering: .relaxed).newValue == 0
    // If the batch runs before the caller suspends, the caller continues without a change of
    // thread.
    return await withCheckedContinuation { continuation in
      queue.append(
        PendingChange(waitsForLock: waitsForLock, since: start, body) {
          continuation.resume(returning: $0)
        }
      )
      if isLast || queue.count >= Self.maxBatchSize { runQueue() }
    }
  }

  /// Runs all queued changes as one batch.
  func runQueue() {
    let batch = queue
    queue = []
    run(batch[...])
  }

  /// Lets changes wait while another connection holds the write lock.
  ///
  /// - Returns: the changes that do not wait, or not any longer.
  private func postpone(_ batch: ArraySlice<PendingChange>) -> ArraySlice<PendingChange> {
    let hasWaited = batch.first?.isWaiting == true
    let isWaiting = batch.map { $0.mayWait(atMost: file.wait) }
    let waiting = zip(batch, isWaiting).filter(\.1).map(\.0)
    let rest = zip(batch, isWaiting).filter { !$0.1 }.map(\.0)
    waitingChanges = hasWaited ? waiting + waitingChanges : waitingChanges + waiting
    if !isWaitingForLock, !waitingChanges.isEmpty {
      isWaitingForLock = true
      Task { await waitForLock() }
    }
    return rest[...]
  }

  /// Tries the waiting changes again and again.
  ///
  /// Between two attempts this actor serves reads, and changes that do not wait.
  private func waitForLock() async {
    while let first = waitingChanges.first {
      first.pause()
      let batch = waitingChanges.prefix(Self.maxBatchSize)
      waitingChanges.removeFirst(batch.count)
      run(batch)
      await yieldOnActor()
    }
    isWaitingForLock = false
  }

  /// Runs a batch as one transaction in the order of arrival, and delivers the results after the
  /// commit.
  ///
  /// Of a batch that is divided, a later part may be committed while an earlier one waits.
  ///
  /// A change that must be undone rolls back the whole transaction. The changes before it, the
  /// change itself and those after it then run as three batches. A savepoint per change would avoid
  /// that, but SQLite copies every page that is written after a savepoint, which takes as long as
  /// everything else.
  private func run(_ changes: ArraySlice<PendingChange>) {
    // An empty batch must not open the file.
    guard !changes.isEmpty else { return }
    var batch = changes
    var undone: Int?
    do throws(StoreFailure) {
      undone = try commit(&batch)
    } catch {
      // If nothing can be written, a change that has nothing to write still gets its result.
      let isRead: Void? = try? readAtRest(after: error) { connection in
        for change in batch { change.settle(on: connection) }
      }
      for change in batch where isRead == nil || !change.isSettled { change.fail(with: error) }
    }
    guard let undone, batch.count > 1 else { return deliver(batch) }
    run(batch[..<undone])
    run(batch[undone...undone])
    run(batch[(undone + 1)...])
  }

  /// Commits a batch, at first without a busy wait.
  ///
  /// A change that has nothing to write needs neither the lock nor a file.
  ///
  /// - Parameter batch: loses the changes that are already delivered.
  /// - Returns: the index of the change that caused a rollback; nil if the transaction was
  ///   committed.
  private func commit(_ batch: inout ArraySlice<PendingChange>) throws(StoreFailure) -> Int? {
    let opened: SQLiteConnection?
    do throws(StoreFailure) {
      // The change itself waits, in all for as long as it may.
      opened = try connection(forChange: true, waiting: false)
    } catch {
      if error.reason == .busy { batch = postpone(batch) }
      throw error
    }
    guard let connection = opened else {
      batch = deliverSettled(batch, on: try emptyConnection())
      if batch.isEmpty { return nil }
      _ = try makeConnection()
      return try commit(&batch)
    }
    do throws(StoreFailure) {
      return try connection.withoutBusyWait { () throws(StoreFailure) in
        try commit(batch, on: connection)
      }
    } catch {
      // A replaced file answers nothing.
      if (try? refuseReplaced()) != nil { batch = deliverSettled(batch, on: connection) }
      if error.reason == .busy { batch = postpone(batch) }
      throw error
    }
  }

  private func commit(
    _ batch: ArraySlice<PendingChange>,
    on connection: SQLiteConnection
  ) throws(StoreFailure) -> Int? {
    try connection.transaction(keepingIf: { $0 == nil }) { () throws(StoreFailure) in
      // Another file may have taken its place while this one was locked.
      try refuseReplaced()
      return batch.firstIndex { !$0.run(on: connection) }
    }
  }

  /// Delivers the changes that have nothing to write.
  ///
  /// - Returns: the remaining changes.
  private func deliverSettled(
    _ batch: ArraySlice<PendingChange>,
    on connection: SQLiteConnection
  ) -> ArraySlice<PendingChange> {
    for change in batch where !change.isWaiting { change.settle(on: connection) }
    deliver(batch.filter(\.isSettled))
    return batch.filter { !$0.isSettled }[...]
  }

  /// Notifies subscribers, resumes the callers, and notifies the watchers of the file.
  private func deliver(_ batch: some Collection<PendingChange>) {
    if batch.contains(where: { $0.failure.map(Self.closes) ?? false }) { closeFailed() }
    let isChanged = batch.contains(where: \.isChanged)
    if isChanged { tellSubscribers() }
    for change in batch { change.deliver() }
    if let report, !batch.isEmpty { report(StoreBatch(waits: batch.map(\.start.elapsed))) }
    if isChanged { file.announceChange() }
  }
}
