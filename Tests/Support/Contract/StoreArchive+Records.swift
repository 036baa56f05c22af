import MonikerDomain
import MonikerDoubles

extension StoreArchive {
  /// All records of the store.
  func records() async throws(StoreFailure) -> [StoreRecord] {
    try await contents().all()
  }
}
