import MonikerDomain
import MonikerFiles

/// A store that tells its changes: of one on a file those of others, too.
protocol WatchedStore: Actor {
  /// Who reads the changes, and how they are found out.
  var watching: StoreWatching { get set }

  /// The file; nil for a store that has none.
  nonisolated var watchedPath: String? { get }

  /// What is told of.
  func snapshot() throws(StoreFailure) -> SessionSnapshot
}

/// What a store keeps for those who read its changes.
struct StoreWatching {
  var subscribers = SessionSubscribers()
  fileprivate var watch: FileWatch?
  fileprivate var readAgain = ReadAgain()
}

extension WatchedStore {
  /// The present state, and each change.
  nonisolated func watchedChanges() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }

  private func subscribe(_ continuation: SessionChanges.Continuation) {
    do {
      // Watched before it is read: what happens in between is told of.
      if watching.watch == nil, let path = watchedPath {
        let notice: @Sendable () -> Void = { [weak self] in Task { await self?.readChanges() } }
        watching.watch = try FileWatch(path, notice: notice)
      }
      watching.subscribers.add(continuation, present: try snapshot()) { [weak self] number in
        Task { await self?.unsubscribe(number) }
      }
    } catch {
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int) {
    watching.subscribers.remove(number)
    if watching.subscribers.isEmpty { watching.watch = nil }
  }

  /// Tells what other processes have changed.
  private func readChanges() {
    guard !watching.subscribers.isEmpty else { return }
    do {
      watching.subscribers.tell(try snapshot())
      watching.readAgain.succeed()
    } catch {
      guard watching.readAgain.mayFail() else {
        watching.watch = nil
        return watching.subscribers.fail(with: .store(error))
      }
      Task {
        try? await Task.sleep(for: ReadAgain.pause)
        readChanges()
      }
    }
  }
}
