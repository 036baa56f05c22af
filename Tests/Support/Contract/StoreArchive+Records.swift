import MonikerDomain

extension StoreArchive {
  /// All that the store holds.
  func records() async throws(StoreFailure) -> [StoreRecord] {
    try await contents().all()
  }
}

extension StoreContents {
  /// The records that are left.
  func all() async throws(StoreFailure) -> [StoreRecord] {
    var records: [StoreRecord] = []
    while case let batch = try await next(), !batch.isEmpty { records += batch }
    return records
  }
}
