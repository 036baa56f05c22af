/// Does something so many times, and tells how long that took of it which counts.
typealias Work = (_ count: Int) async throws -> Duration

/// How long something takes.
func duration(of body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await body()
  return ContinuousClock.now - start
}

/// How long two things take that are done in turns, so that both meet the same noise.
struct Pairs {
  private let turns: [(ours: Duration, theirs: Duration)]

  /// Does both in turns, each of them first in every other one.
  ///
  /// - Parameters:
  ///   - turns: how often.
  ///   - count: how many of each make a turn.
  init(_ turns: Int, of count: Int, ours: Work, theirs: Work) async throws {
    // The first of all pays for what is made when it is first needed.
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

  /// What one of ours takes, of all turns the middle one.
  var ours: Duration { Self.median(turns.map(\.ours)) }

  /// The same of the other's.
  var theirs: Duration { Self.median(turns.map(\.theirs)) }

  /// How many times the other's rate ours has, in each turn, from the lowest to the highest.
  var rates: [Double] { turns.map { $0.theirs / $0.ours }.sorted() }

  private static func median(_ values: [Duration]) -> Duration {
    values.sorted()[values.count / 2]
  }
}
