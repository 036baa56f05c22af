public import MonikerDomain
import MonikerFiles

/// A store that reports its session changes; a store on a file also reports those of other
/// processes.
public protocol WatchedStore: Actor {
  /// The subscribers and the watcher of the file.
  var watching: StoreWatching { get set }

  /// The path of the file; nil for a store in memory.
  nonisolated var watchedPath: String? { get }

  /// The state that the subscribers of a session receive.
  func snapshot(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> SessionSnapshot
}

/// The subscribers of a store, and the watcher that finds changes by other processes.
public struct StoreWatching {
  package var subscribers = SessionSubscribers()
  fileprivate var notices: [Int: AsyncStream<Void>.Continuation] = [:]
  fileprivate var nextNotice = 0
  fileprivate var watch: FileWatch?
  fileprivate var readAgain = ReadAgain()

  /// Makes the value without subscribers.
  public init() {}

  fileprivate var isNeeded: Bool { !subscribers.isEmpty || !notices.isEmpty }

  fileprivate func giveNotice() {
    for continuation in notices.values { continuation.yield() }
  }
}

extension WatchedStore {
  /// Gives the readers of the changes the present state, if it differs from what they have.
  ///
  /// A store calls it after each change.
  public func tellSubscribers() {
    watching.giveNotice()
    // The change is made: if it cannot be read now, subscribers receive the next one.
    guard !watching.subscribers.isEmpty else { return }
    try? tellAll()
  }

  private func tellAll() throws(StoreFailure) {
    try watching.subscribers.tell { watched throws(StoreFailure) in
      try snapshot(of: watched.subject, on: watched.device)
    }
  }

  /// The present state, followed by each change.
  package nonisolated func watchedChanges(
    of subject: SessionSubject,
    on device: DeviceID
  ) -> SessionChanges {
    SessionChanges { continuation in
      let watched = SessionSubscribers.Watched(subject: subject, device: device)
      Task { await self.subscribe(continuation, watching: watched) }
    }
  }

  /// An element after each change.
  package nonisolated func watchedChangeNotices() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      Task { await self.add(continuation) }
    }
  }

  private func add(_ continuation: AsyncStream<Void>.Continuation) {
    do throws(StoreFailure) {
      try watch()
    } catch {
      return continuation.finish()
    }
    let number = watching.nextNotice
    watching.nextNotice += 1
    watching.notices[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.removeNotice(number) }
    }
    // What changed before the watch began is told, too.
    if case .terminated = continuation.yield() { removeNotice(number) }
  }

  private func removeNotice(_ number: Int) {
    watching.notices[number] = nil
    endUnneededWatch()
  }

  /// Watches the file, if there is one and nobody watches it yet.
  private func watch() throws(StoreFailure) {
    guard watching.watch == nil, let path = watchedPath else { return }
    let notice: @Sendable () -> Void = { [weak self] in Task { await self?.readChanges() } }
    watching.watch = try FileWatch(path, notice: notice)
  }

  private func endUnneededWatch() {
    if !watching.isNeeded { watching.watch = nil }
  }

  private func subscribe(
    _ continuation: SessionChanges.Continuation,
    watching watched: SessionSubscribers.Watched
  ) {
    do {
      // Watch before reading, so that a change in between is noticed.
      try watch()
      let present = try snapshot(of: watched.subject, on: watched.device)
      // A failure from now on is a new one, with the whole time for reading again.
      watching.readAgain.succeed()
      watching.subscribers.add(continuation, watching: watched, present: present) {
        [weak self] number in
        Task { await self?.unsubscribe(number, watching: watched) }
      }
    } catch {
      endUnneededWatch()
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int, watching watched: SessionSubscribers.Watched) {
    watching.subscribers.remove(number, watching: watched)
    endUnneededWatch()
  }

  /// Yields what other processes have changed.
  private func readChanges() {
    watching.giveNotice()
    guard !watching.subscribers.isEmpty else { return }
    do {
      try tellAll()
      watching.readAgain.succeed()
    } catch {
      guard watching.readAgain.mayFail() else {
        watching.subscribers.fail(with: .store(error))
        return endUnneededWatch()
      }
      // A notice may come while a retry is due.
      guard !watching.readAgain.isPending else { return }
      watching.readAgain.isPending = true
      Task {
        try? await Task.sleep(for: ReadAgain.pause)
        watching.readAgain.isPending = false
        readChanges()
      }
    }
  }
}
