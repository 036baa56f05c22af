extension StoreFailure: CustomStringConvertible {
  /// A sentence that says which store failed, and why.
  public var description: String {
    "The store \(location.printable) failed: \(detail.printable)."
  }
}
