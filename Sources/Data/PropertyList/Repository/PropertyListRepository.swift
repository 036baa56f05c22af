import MonikerDomain

/// A store in a property list that other programs can read.
///
/// ``PropertyListDefaults`` owns the file and the lock; the model, `StoreState`, has the rules;
/// `PropertyListLayout` says how the one is written in the other. The file is read and written as
/// a whole, so it serves up to some ten thousand accounts.
public actor PropertyListRepository {
  let defaults: PropertyListDefaults
  private var subscribers = SessionSubscribers()
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
    var changed: StoreState?
    let outcome = try defaults.update(admitting: { content throws(StoreFailure) in
      _ = try PropertyListLayout.state(in: content, at: defaults.path)
    }) { content throws(Obstacle<Refusal>) in
      var state: StoreState
      do throws(StoreFailure) {
        // Content that was admitted is empty only where there is no file.
        state = try PropertyListLayout.state(
          in: content.isEmpty ? nil : content,
          at: defaults.path
        )
      } catch {
        throw .failure(error)
      }
      let before = state
      let answer: Answer
      do throws(Refusal) {
        answer = try body(&state)
      } catch {
        throw .refusal(error)
      }
      if state != before || content.isEmpty { PropertyListLayout.write(state, to: &content) }
      changed = state
      return answer
    }
    if let changed { subscribers.tell(changed.snapshot) }
    switch outcome {
    case .success(let answer): return .success(answer)
    case .failure(.refusal(let refusal)): return .failure(refusal)
    case .failure(.failure(let failure)): throw failure
    }
  }

  /// Why a change was not made although the file could be read.
  private enum Obstacle<Refusal: Error>: Error {
    case failure(StoreFailure)
    case refusal(Refusal)
  }

  // MARK: Changes

  func subscribe(_ continuation: SessionChanges.Continuation) {
    do {
      subscribers.add(continuation, present: try state().snapshot) { [weak self] number in
        Task { await self?.unsubscribe(number) }
      }
    } catch {
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int) {
    subscribers.remove(number)
  }
}
