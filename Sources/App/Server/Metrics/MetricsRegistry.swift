#if Server
import Synchronization

/// What the service counts, as text in the format of Prometheus (version 0.0.4).
final class MetricsRegistry: Sendable {
  /// The upper bounds of the durations that are counted together, in seconds.
  private static let durationBounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
  ]

  /// The upper bounds of the sizes of batches that are counted together.
  private static let sizeBounds: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  private struct Request: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private struct Histogram {
    let bounds: [Double]
    /// For each bound, and for values beyond the last one.
    var counts: [Int]
    var sum = 0.0

    init(_ bounds: [Double]) {
      self.bounds = bounds
      counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    mutating func add(_ value: Double) {
      counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
      sum += value
    }

    private static func text(_ bound: Double) -> String {
      Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
    }

    /// The lines of the histogram.
    ///
    /// - Parameter labels: its labels, each with a comma after it.
    func lines(_ name: String, labels: String = "") -> [String] {
      var total = 0
      var lines = zip(bounds.map(Self.text) + ["+Inf"], counts).map { bound, count in
        total += count
        return #"\#(name)_bucket{\#(labels)le="\#(bound)"} \#(total)"#
      }
      let braces = labels.isEmpty ? "" : "{\(labels.dropLast())}"
      lines.append("\(name)_sum\(braces) \(sum)")
      lines.append("\(name)_count\(braces) \(total)")
      return lines
    }
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var durations: [String: Histogram] = [:]
    var streams = 0
    var throttled: [String: Int] = [:]
    var closed: [String: Int] = [:]
    var storeWaits = Histogram(MetricsRegistry.durationBounds)
    var batchSizes = Histogram(MetricsRegistry.sizeBounds)
  }

  private let state = Mutex(State())

  /// Counts a request that was answered.
  ///
  /// - Parameters:
  ///   - method: its method.
  ///   - route: the pattern of its path, so that there are not more than the service has.
  ///   - status: the status of the response.
  ///   - duration: the time until the response.
  func count(method: String, route: String, status: Int, duration: Duration) {
    let seconds = duration / .seconds(1)
    state.withLock { state in
      state.requests[Request(method: method, route: route, status: status), default: 0] += 1
      state.durations[route, default: Histogram(Self.durationBounds)].add(seconds)
    }
  }

  /// Counts changes that the store has made together.
  ///
  /// - Parameter waits: for each change, the time until it was made or refused.
  func count(batch waits: [Duration]) {
    state.withLock { state in
      for wait in waits { state.storeWaits.add(wait / .seconds(1)) }
      state.batchSizes.add(Double(waits.count))
    }
  }

  /// Counts a request that came too early, or one too many.
  func countThrottled(_ operation: String) {
    state.withLock { $0.throttled[operation, default: 0] += 1 }
  }

  /// Counts a connection that the service has closed, with the reason.
  func countClosed(_ reason: String) {
    state.withLock { $0.closed[reason, default: 0] += 1 }
  }

  /// Counts a stream of events that was opened (1) or closed (-1).
  func countStreams(_ change: Int) {
    state.withLock { $0.streams += change }
  }

  /// The metrics, each with its kind and what it is.
  var text: String {
    let state = state.withLock { $0 }
    var lines = [
      "# HELP moniker_requests_total Requests that were answered.",
      "# TYPE moniker_requests_total counter",
    ]
    lines += state.requests.map { request, count in
      #"moniker_requests_total{method="\#(request.method)",route="\#(request.route)","#
        + #"status="\#(request.status)"} \#(count)"#
    }.sorted()
    lines += [
      "# HELP moniker_request_duration_seconds The time until the response.",
      "# TYPE moniker_request_duration_seconds histogram",
    ]
    for (route, histogram) in state.durations.sorted(by: { $0.key < $1.key }) {
      lines += histogram.lines(
        "moniker_request_duration_seconds",
        labels: #"route="\#(route)","#
      )
    }
    lines += [
      "# HELP moniker_store_wait_seconds The time until a change of the store was made or refused.",
      "# TYPE moniker_store_wait_seconds histogram",
    ]
    lines += state.storeWaits.lines("moniker_store_wait_seconds")
    lines += [
      "# HELP moniker_store_batch_changes Changes that the store has made together.",
      "# TYPE moniker_store_batch_changes histogram",
    ]
    lines += state.batchSizes.lines("moniker_store_batch_changes")
    lines += [
      "# HELP moniker_event_streams Open streams of events.",
      "# TYPE moniker_event_streams gauge",
      "moniker_event_streams \(state.streams)",
      "# HELP moniker_throttled_total Requests that came too often, or one too many.",
      "# TYPE moniker_throttled_total counter",
    ]
    lines += state.throttled.map { #"moniker_throttled_total{operation="\#($0)"} \#($1)"# }.sorted()
    lines += [
      "# HELP moniker_closed_connections_total Connections that a client may not have or keep.",
      "# TYPE moniker_closed_connections_total counter",
    ]
    lines += state.closed.map { #"moniker_closed_connections_total{reason="\#($0)"} \#($1)"# }
      .sorted()
    return lines.joined(separator: "\n") + "\n"
  }
}
#endif
