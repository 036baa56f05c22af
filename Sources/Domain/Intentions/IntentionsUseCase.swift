/// Finds out whether a request repeats an earlier one.
public struct IntentionsUseCase: Sendable {
  private let intentions: any IntentionRepository
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - intentions: the store's intentions.
  ///   - now: returns the present time.
  public init(intentions: any IntentionRepository, now: @escaping @Sendable () -> Timestamp) {
    self.intentions = intentions
    self.now = now
  }

  /// Returns what a store has answered to an earlier request with the same ID.
  ///
  /// - Parameters:
  ///   - id: the ID of the intention.
  ///   - content: the digest of what the caller asks for.
  ///   - scope: the scope of the call.
  /// - Returns: nil if there was none.
  /// - Throws: ``IntentionError/notRepeatable(_:)``; ``IntentionError/store(_:)``.
  public func answer(
    to id: IntentionID,
    content: SecretDigest,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionAnswer? {
    guard let record = try await intentions.intention(id, in: scope) else { return nil }
    guard record.content == content else { throw .notRepeatable(.otherContent) }
    guard record.time.isWithin(RepeatableRequest.lifetime, of: now()) else {
      throw .notRepeatable(.tooLate)
    }
    return record.answer
  }
}
