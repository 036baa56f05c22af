/// Runs an operation `count` times, and returns how long the measured part took.
typealias Work = (_ count: Int) async throws -> Duration

/// Returns how long `body` takes.
func duration(of body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await body()
  return ContinuousClock.now - start
}

/// The durations of two operations that run in alternating turns, so that both meet the same noise.
struct Pairs {
  private let turns: [(ours: Duration, theirs: Duration)]

  /// Runs both in turns; the order alternates.
  ///
  /// - Parameters:
  ///   - turns: the number of turns.
  ///   - count: how often each operation runs in a turn.
  init(_ turns: Int, of count: Int, ours: Work, theirs: Work) async throws {
    // The first run pays for lazy initialization.
    _ = try await ours(count)
    _ = try await theirs(count)
    var results: [(Duration, Duration)] = []
    for turn in 0..<turns {
      if turn.isMultiple(of: 2) {
        let own = try await ours(count)
        results.append((own / count, try await theirs(count) / count))
      } else {
        let their = try await theirs(count)
        results.append((try await ours(count) / count, their / count))
      }
    }
    self.turns = results
  }

  /// The duration of one of our operations, the median of all turns.
  var ours: Duration { Self.median(turns.map(\.ours)) }

  /// The duration of one of the other's operations, the median of all turns.
  var theirs: Duration { Self.median(turns.map(\.theirs)) }

  /// The ratio of our rate to the other's, one value per turn, in ascending order.
  var rates: [Double] { turns.map { $0.theirs / $0.ours }.sorted() }

  private static func median(_ values: [Duration]) -> Duration {
    values.sorted()[values.count / 2]
  }
}
