#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: IntentionRepository {
  /// See ``/MonikerDomain/IntentionRepository/intention(_:in:)``.
  @concurrent package func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionRecord? {
    let view = view(scope)
    let known = try await read(IntentionError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.knownIntention(id, in: view)
    }
    guard let known, known.record.isKept(at: known.now) else { return nil }
    if case .device(let device) = scope, known.record.deviceID != device { return nil }
    return known.record
  }
}
#endif
