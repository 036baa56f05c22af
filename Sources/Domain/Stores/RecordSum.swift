/// A fingerprint that compares the contents of two stores within one process.
///
/// It is the number of records and a 64-bit hash over all records in their order.
struct RecordSum {
  private(set) var count = 0
  private(set) var isWhole = false
  private var hasher = Hasher()

  mutating func add(_ record: StoreRecord) {
    count += 1
    if case .metadata = record { isWhole = true }
    hasher.combine(record)
  }

  static func == (left: RecordSum, right: RecordSum) -> Bool {
    left.count == right.count && left.hasher.finalize() == right.hasher.finalize()
  }
}
