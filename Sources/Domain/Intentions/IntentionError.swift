/// The errors of looking up intentions.
public enum IntentionError: Error, Hashable, Sendable {
  /// The request cannot be repeated; only ``IntentionsUseCase`` throws this.
  case notRepeatable(RepetitionError)

  /// The store failed.
  case store(StoreFailure)
}
