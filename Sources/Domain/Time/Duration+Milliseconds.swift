extension Duration {
  /// The whole milliseconds, or the nearest number that there is.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, tooFar) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || tooFar ? (seconds < 0 ? .min : .max) : sum
  }
}
