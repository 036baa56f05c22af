extension Duration {
  /// The whole milliseconds of the duration, clamped to the range of `Int64`.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, tooFar) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || tooFar ? (seconds < 0 ? .min : .max) : sum
  }
}
