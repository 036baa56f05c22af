import MonikerDomain

/// A store in a property list that other programs can read.
///
/// ``PropertyListDefaults`` owns the file and the lock; the model, `StoreState`, has the rules;
/// `PropertyListLayout` says how the one is written in the other. The file is read and written as
/// a whole, so it serves up to some ten thousand accounts.
public actor PropertyListRepository {
  let defaults: PropertyListDefaults
  private var subscribers = SessionSubscribers()
  private var watch: FileWatch?
  private var readAgain = ReadAgain()
  private let executor = BlockingExecutor(label: "moniker.plist")

  /// The thread that waiting for the lock and the disk has to itself.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the file; it and its folder are made when something is first written.
  ///   - wait: how long a call waits for other processes before it fails as busy.
  public init(path: String, wait: Duration = .seconds(5)) {
    defaults = PropertyListDefaults(path: path, wait: wait)
  }

  /// The state that the file holds; an empty one where there is no file.
  func state() throws(StoreFailure) -> StoreState {
    try PropertyListLayout.state(in: try defaults.read(), at: defaults.path)
  }

  /// Changes the state as one step, also between processes.
  func change<Answer, Refusal: Error>(
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    var state = StoreState()
    let outcome = try defaults.update(admitting: { content throws(StoreFailure) in
      state = try PropertyListLayout.state(in: content, at: defaults.path)
    }) { content throws(Refusal) in
      let before = state
      let answer = try body(&state)
      if state != before { PropertyListLayout.write(state, to: &content) }
      return answer
    }
    if case .success = outcome { subscribers.tell(state.snapshot) }
    return outcome
  }

  // MARK: Changes

  func subscribe(_ continuation: SessionChanges.Continuation) {
    do {
      // Watched before it is read: what happens in between is told of.
      if watch == nil {
        let notice: @Sendable () -> Void = { [weak self] in Task { await self?.readChanges() } }
        watch = try FileWatch(defaults.path, notice: notice)
      }
      subscribers.add(continuation, present: try snapshot()) { [weak self] number in
        Task { await self?.unsubscribe(number) }
      }
    } catch {
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int) {
    subscribers.remove(number)
    if subscribers.isEmpty { watch = nil }
  }

  /// Tells what other processes have changed.
  private func readChanges() {
    guard !subscribers.isEmpty else { return }
    do {
      subscribers.tell(try snapshot())
      readAgain.succeed()
    } catch {
      guard readAgain.mayFail() else {
        watch = nil
        return subscribers.fail(with: .store(error))
      }
      Task {
        try? await Task.sleep(for: ReadAgain.pause)
        readChanges()
      }
    }
  }

  private func snapshot() throws(StoreFailure) -> SessionSnapshot {
    try state().snapshot
  }
}
