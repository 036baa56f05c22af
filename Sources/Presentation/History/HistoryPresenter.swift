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
  public func events(
    of typed: String?,
    since: Timestamp?,
    limit: Int
  ) async throws(Problem) -> HistoryOutcome {
    let limit = min(max(0, limit), .max - 1)
    do {
      // One more tells whether there are more.
      let found = try await history.events(of: typed, since: since, limit: limit + 1)
      return HistoryOutcome(
        entries: Array(found.suffix(limit)),
        thereAreMore: found.count > limit,
        store: store
      )
    } catch {
      throw Problem(error)
    }
  }
}
