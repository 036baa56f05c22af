public import MonikerDomain
public import MonikerModel
import MonikerFiles
import MonikerPropertyList

/// A store in a property list that other programs can read.
///
/// ``/MonikerPropertyList/PropertyListDefaults`` owns the file and the lock, `StoreState` implements
/// the rules, and `PropertyListLayout` defines the layout of the file. The file is read and written as
/// a whole, so the store suits up to about ten thousand accounts.
public actor PropertyListRepository {
  /// A content with the state that it was decoded to: decoding takes longer than reading the file.
  private struct Known {
    let content: [String: PropertyListValue]?
    let state: StoreState
    /// Whether the state includes the events.
    let isWhole: Bool
  }

  private var known: Known?
  /// The callers that wait for the lock: the first one waits, and the others wait for it to end.
  private var lockWaiters: [CheckedContinuation<Void, Never>?] = []
  let defaults: PropertyListDefaults
  /// See ``/MonikerModel/WatchedStore/watching``.
  public var watching = StoreWatching()
  private let executor: any SerialExecutor

  /// Sets the time and the new IDs.
  public nonisolated let owner: StoreOwner

  /// The thread that waits for the lock and the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the file. The first write makes the file and its folder.
  ///   - owner: sets the time and the new IDs.
  ///   - wait: how long a call waits for other processes before it fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  ///   - executor: runs blocking calls on a thread that may wait; nil for an executor of the
  ///     store's own.
  ///   - makesParents: whether the first write makes missing folders above the folder, too.
  public init(
    path: String,
    owner: StoreOwner,
    wait: Duration = .seconds(5),
    executor: (any SerialExecutor)? = nil,
    makesParents: Bool = false
  ) {
    self.owner = owner
    self.executor = executor ?? BlockingExecutor()
    defaults = PropertyListDefaults(
      path: path,
      wait: wait,
      isGuarded: true,
      makesParents: makesParents
    )
  }

  /// See ``/MonikerModel/ModelRepository/state(withEvents:)``.
  public func state(withEvents isWhole: Bool) throws(StoreFailure) -> StoreState {
    try state(in: try defaults.read(), withEvents: isWhole)
  }

  private func state(
    in content: [String: PropertyListValue]?,
    withEvents isWhole: Bool
  ) throws(StoreFailure) -> StoreState {
    // An unchanged content shares its storage with the known one, so comparing them takes no time.
    if let known, known.isWhole || !isWhole, known.content == content { return known.state }
    let state = try PropertyListLayout.state(
      in: content,
      at: defaults.path,
      withEvents: isWhole
    )
    known = Known(content: content, state: state, isWhole: isWhole)
    return state
  }

  /// See ``/MonikerModel/ModelRepository/change(_:_:)``.
  public func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) async throws(StoreFailure) -> Result<Answer, Refusal> {
    let countdown = Countdown(expectation == .yields ? .zero : defaults.wait)
    do throws(StoreFailure) {
      return try await change(expectation, waiting: .zero, body)
    } catch {
      guard error.reason == .busy, !countdown.isOver else { throw error }
    }
    // Between two intervals of a wait, this actor serves reads, and changes that do not wait.
    await beginWait()
    defer { endWait() }
    return try await change(expectation, waiting: countdown.remaining, body)
  }

  /// Waits until no other caller waits for the lock: each wait takes a thread.
  private func beginWait() async {
    guard !lockWaiters.isEmpty else { return lockWaiters.append(nil) }
    await withCheckedContinuation { lockWaiters.append($0) }
  }

  private func endWait() {
    lockWaiters.removeFirst()
    lockWaiters.first??.resume()
  }

  private func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    waiting wait: Duration,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) async throws(StoreFailure) -> Result<Answer, Refusal> {
    var state = StoreState()
    // Without a change there is no lock to wait for, and no file to make.
    if expectation != .changes {
      state = try self.state(withEvents: true)
      let before = state
      do throws(Refusal) {
        let answer = try body(&state)
        if state == before { return .success(answer) }
      } catch {
        return .failure(error)
      }
    }
    let outcome = try await defaults.updateFile(
      admitting: { content throws(StoreFailure) in
        state = try self.state(in: content, withEvents: true)
      },
      waiting: wait
    ) { content throws(Refusal) in
      let before = state
      let answer = try body(&state)
      if state != before { PropertyListLayout.write(state, to: &content) }
      return answer
    }
    if case .success = outcome {
      watching.subscribers.tell { state.snapshot(of: $0.subject, on: $0.device) }
    }
    return outcome
  }
}

extension PropertyListRepository: ModelRepository {
  /// See ``/MonikerModel/ModelRepository/location``.
  public nonisolated var location: String { defaults.path }

  /// See ``/MonikerModel/WatchedStore/watchedPath``.
  public nonisolated var watchedPath: String? { defaults.path }
}
