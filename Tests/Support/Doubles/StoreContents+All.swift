public import MonikerDomain

extension StoreContents {
  /// The remaining records.
  public func all() async throws(StoreFailure) -> [StoreRecord] {
    var records: [StoreRecord] = []
    while case let batch = try await next(), !batch.isEmpty { records += batch }
    return records
  }
}
