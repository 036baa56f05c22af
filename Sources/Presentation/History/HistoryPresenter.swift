public import MonikerDomain

/// Tells what has happened, as a value to show.
public struct HistoryPresenter: Sendable {
  private let history: HistoryUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(history: HistoryUseCase, store: StoreDescription) {
    self.history = history
    self.store = store
  }

  /// What has happened, the last event last.
  ///
  /// - Parameters:
  ///   - typed: whose nickname; nil for everybody's events.
  ///   - since: from which moment on; nil for all.
  ///   - limit: how many at the most, the last ones.
  ///   - isJSON: whether it is to be shown as a JSON document.
  public func events(
    of typed: String?,
    since: Timestamp?,
    limit: Int,
    asJSON isJSON: Bool
  ) async throws(Problem) -> HistoryOutcome {
    do {
      let contents = try await history.events(of: typed, since: since, limit: limit)
      return HistoryOutcome(contents, isJSON: isJSON, store: store)
    } catch {
      throw Problem(error)
    }
  }
}
