import Testing

/// The suites that start many processes, inject faults or damage stores.
///
/// `scripts/test` runs them after all other tests, one after another: side by side they would only
/// compete for the processor.
@Suite(.serialized) enum StressTests {}
