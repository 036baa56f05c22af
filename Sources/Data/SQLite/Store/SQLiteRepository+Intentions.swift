public import MonikerDomain
import MonikerModel

extension SQLiteRepository: IntentionRepository {
  /// See ``/MonikerDomain/IntentionRepository/intention(_:in:)``.
  @concurrent public func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionRecord? {
    let time = owner.now()
    let known = try await read(IntentionError.self, orElse: IntentionRecord?.none) {
      connection throws(StoreFailure) in try connection.intention(id)
    }
    guard let known, known.isKept(at: time) else { return nil }
    if case .device(let device) = scope, known.deviceID != device { return nil }
    return known
  }
}
