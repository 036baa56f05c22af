public import MonikerDomain

/// A store that lasts as long as the process: the model, in an actor.
public actor InMemoryRepository {
  /// The content of the store.
  package internal(set) var state: StoreState
  /// See ``WatchedStore/watching``.
  public var watching = StoreWatching()

  /// Sets the time and the new IDs.
  public nonisolated let owner: StoreOwner

  /// Makes an empty store.
  ///
  /// - Parameter owner: sets the time and the new IDs.
  public init(owner: StoreOwner) {
    self.init(StoreState(), owner: owner)
  }

  /// Makes a store that holds a state.
  package init(_ state: StoreState, owner: StoreOwner) {
    self.state = state
    self.owner = owner
  }
}

extension InMemoryRepository: SharedModelRepository {
  /// See ``ModelRepository/location``.
  public nonisolated var location: String { "memory" }

  /// See ``ModelRepository/state(withEvents:)``.
  public func state(withEvents isWhole: Bool) -> StoreState { state }

  /// See ``ModelRepository/change(_:_:)``.
  public func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) -> Result<Answer, Refusal> {
    let outcome: Result<Answer, Refusal>
    do throws(Refusal) {
      outcome = .success(try body(&state))
    } catch {
      outcome = .failure(error)
    }
    tellSubscribers()
    return outcome
  }
}
