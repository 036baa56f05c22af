/// Limits the number of concurrent tasks.
///
/// All tests begin at the same time; without a gate, hundreds of processes would share two cores
/// and wait for each other until deadlines expire.
actor Gate {
  /// The gate for programs that the tests of this target start.
  static let processes = Gate(width: 6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) {
    free = width
  }

  func pass<Answer: Sendable>(
    _ body: @Sendable () async throws -> Answer
  ) async rethrows -> Answer {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
