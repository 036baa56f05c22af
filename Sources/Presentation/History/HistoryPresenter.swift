public import MonikerDomain

/// The presenter of the history.
public struct HistoryPresenter: Sendable {
  private let history: HistoryUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(history: HistoryUseCase, store: StoreDescription) {
    self.history = history
    self.store = store
  }

  /// The newest events, oldest first.
  ///
  /// - Parameters:
  ///   - typed: a nickname, for the events of its account only; nil for all accounts.
  ///   - since: the time of the oldest event; nil for no bound.
  ///   - limit: the largest number of events.
  ///   - isJSON: whether the outcome is a JSON document.
  ///   - zone: the zone of the times in a text.
  public func events(
    of typed: String?,
    since: Timestamp?,
    limit: Int,
    asJSON isJSON: Bool,
    in zone: DisplayTimeZone
  ) async throws(Problem) -> HistoryOutcome {
    do {
      let reader = try await history.events(of: typed, since: since, limit: limit)
      return HistoryOutcome(reader, isJSON: isJSON, in: zone, store: store)
    } catch {
      throw Problem(error)
    }
  }

  /// A page of the events of all accounts, the newest one first.
  ///
  /// - Parameters:
  ///   - cursor: where the page begins; nil for the newest events.
  ///   - limit: the largest number of events.
  /// - Returns: nil if the cursor is not one of the history.
  public func page(at cursor: PageCursor?, limit: Int) async throws(Problem) -> HistoryPage? {
    do throws(HistoryError) {
      let page = try await history.page(.all, PageRequest(at: cursor, limit: limit))
      return HistoryPage(rows: page.entries.map(EventRow.init), next: page.next)
    } catch {
      if case .store(let failure) = error, failure.reason == .unsupported { return nil }
      throw Problem(error)
    }
  }
}
