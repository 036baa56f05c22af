#if Server
import Synchronization

/// What the service counts, as text in the format of Prometheus (version 0.0.4).
final class MetricsRegistry: Sendable {
  /// The upper bounds of the durations that are counted together, in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private struct Request: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private struct Histogram {
    /// For each bound, and for durations beyond the last one.
    var counts = [Int](repeating: 0, count: MetricsRegistry.bounds.count + 1)
    var sum = 0.0
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var durations: [String: Histogram] = [:]
    var streams = 0
    var throttled: [String: Int] = [:]
    var closed: [String: Int] = [:]
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
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.requests[Request(method: method, route: route, status: status), default: 0] += 1
      state.durations[route, default: Histogram()].counts[index] += 1
      state.durations[route]?.sum += seconds
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

  /// Counts a stream of events as open while an action runs.
  func countingStream<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.streams += 1 }
    defer { state.withLock { $0.streams -= 1 } }
    return try await body()
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
      let name = "moniker_request_duration_seconds"
      var total = 0
      for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        total += count
        lines.append(#"\#(name)_bucket{route="\#(route)",le="\#(bound)"} \#(total)"#)
      }
      lines.append(#"\#(name)_sum{route="\#(route)"} \#(histogram.sum)"#)
      lines.append(#"\#(name)_count{route="\#(route)"} \#(total)"#)
    }
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
