import MonikerDomain

extension StoreArchive {
  /// All records of the store.
  func records() async throws(StoreFailure) -> [StoreRecord] {
    try await contents().all()
  }
}

extension StoreContents {
  /// The remaining records.
  func all() async throws(StoreFailure) -> [StoreRecord] {
    var records: [StoreRecord] = []
    while case let batch = try await next(), !batch.isEmpty { records += batch }
    return records
  }
}
