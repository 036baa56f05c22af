import MonikerDomain

/// A store in a property list that other programs can read.
///
/// ``PropertyListDefaults`` owns the file and the lock, `StoreState` implements the rules, and
/// `PropertyListLayout` defines the layout of the file. The file is read and written as a whole, so
/// the store suits up to about ten thousand accounts.
public actor PropertyListRepository {
  /// A content with the state that it was decoded to: decoding takes longer than reading the file.
  private struct Known {
    let content: [String: PropertyListValue]?
    let state: StoreState
    /// Whether the state includes the events.
    let isWhole: Bool
  }

  private var known: Known?
  let defaults: PropertyListDefaults
  var watching = StoreWatching()
  private let executor: any SerialExecutor

  /// The thread that waits for the lock and the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the file. The first write makes the file and its folder.
  ///   - wait: how long a call waits for other processes before it fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  ///   - executor: runs blocking calls on a thread that may wait; nil for an executor of the
  ///     store's own.
  public init(
    path: String,
    wait: Duration = .seconds(5),
    executor: (any SerialExecutor)? = nil
  ) {
    self.executor = executor ?? BlockingExecutor()
    defaults = PropertyListDefaults(path: path, wait: wait, isGuarded: true)
  }

  /// The state in the file; an empty one if there is no file.
  ///
  /// - Parameter isWhole: whether to include the events.
  func state(withEvents isWhole: Bool = false) throws(StoreFailure) -> StoreState {
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

  /// Changes the state in one step, also between processes.
  ///
  /// - Parameters:
  ///   - isTriedFirst: whether to try the change on the present state first, without the lock. If
  ///     it changes nothing, nothing is written, no file is made, and the call does not wait. A
  ///     change by another process right after the trial then counts as made after this call.
  ///   - isPatient: whether to wait while another process holds the lock.
  ///   - body: changes the state. It may run twice; the last run counts.
  func change<Answer, Refusal: Error>(
    tryingFirst isTriedFirst: Bool = true,
    waiting isPatient: Bool = true,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    var state = StoreState()
    if isTriedFirst {
      state = try self.state(withEvents: true)
      let before = state
      do throws(Refusal) {
        let answer = try body(&state)
        if state == before { return .success(answer) }
      } catch {
        return .failure(error)
      }
    }
    let outcome = try defaults.update(
      admitting: { content throws(StoreFailure) in
        state = try self.state(in: content, withEvents: true)
      },
      waiting: isPatient
    ) { content throws(Refusal) in
      let before = state
      let answer = try body(&state)
      if state != before { PropertyListLayout.write(state, to: &content) }
      return answer
    }
    if case .success = outcome { watching.subscribers.tell(state.snapshot) }
    return outcome
  }
}

extension PropertyListRepository: WatchedStore {
  nonisolated var watchedPath: String? { defaults.path }

  func snapshot() throws(StoreFailure) -> SessionSnapshot {
    try state().snapshot
  }
}
