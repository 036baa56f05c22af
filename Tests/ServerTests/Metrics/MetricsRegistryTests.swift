#if Server
import Testing

@testable import MonikerServer

@Suite struct `The metrics` {
  @Test func `have the waits for the store, and the sizes of its batches, as histograms`() {
    let metrics = MetricsRegistry()
    metrics.count(batch: [.milliseconds(1), .milliseconds(2_000)])
    metrics.count(batch: [.seconds(11)])
    let lines = metrics.text.split(separator: "\n")
    for line in [
      #"moniker_store_wait_seconds_bucket{le="0.001"} 1"#,
      #"moniker_store_wait_seconds_bucket{le="1"} 1"#,
      #"moniker_store_wait_seconds_bucket{le="2.5"} 2"#,
      #"moniker_store_wait_seconds_bucket{le="+Inf"} 3"#,
      "moniker_store_wait_seconds_sum 13.001",
      "moniker_store_wait_seconds_count 3",
      #"moniker_store_batch_changes_bucket{le="1"} 1"#,
      #"moniker_store_batch_changes_bucket{le="2"} 2"#,
      #"moniker_store_batch_changes_bucket{le="256"} 2"#,
      "moniker_store_batch_changes_sum 3.0",
      "moniker_store_batch_changes_count 2",
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
  }
}
#endif
