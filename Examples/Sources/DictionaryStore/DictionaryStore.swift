public import MonikerDomain
public import MonikerModel

/// A store in a dictionary, as an example of a store of one's own.
///
/// It keeps each record under its place, as a table of a database or a key-value service would. The
/// rules are those of the model: this type writes only how the content is kept.
public actor DictionaryStore {
  /// See `ModelRepository.owner`.
  public nonisolated let owner: StoreOwner

  /// See `WatchedStore.watching`.
  public var watching = StoreWatching()

  private var records: [Int: StoreRecord] = [:]
  private var intentions: [IntentionID: IntentionRecord] = [:]

  /// Makes an empty store.
  ///
  /// - Parameter owner: sets the time and the new IDs.
  public init(owner: StoreOwner) {
    self.owner = owner
  }
}

extension DictionaryStore: ModelRepository {
  /// See `ModelRepository.location`.
  public nonisolated var location: String { "a dictionary" }

  /// See `ModelRepository.state(withEvents:)`.
  public func state(withEvents isWhole: Bool) throws(StoreFailure) -> StoreState {
    let inOrder = records.sorted { $0.key < $1.key }.map(\.value)
    var state = try StoreState(inOrder, at: location)
    state.intentions = intentions
    return state
  }

  /// See `ModelRepository.change(_:_:)`.
  public func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    var state = try state(withEvents: true)
    let answer: Answer
    do throws(Refusal) {
      answer = try body(&state)
    } catch {
      return .failure(error)
    }
    records = Dictionary(uniqueKeysWithValues: zip(0..., state.records))
    intentions = state.intentions
    tellSubscribers()
    return .success(answer)
  }
}
