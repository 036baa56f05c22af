import Testing

/// The suites that start many processes, inject faults or damage stores.
///
/// `scripts/test` runs them serially after all other tests: in parallel they would only compete for
/// the processor.
@Suite(.serialized) enum StressTests {}
