import MonikerContract

/// Every moment at which the power may be lost in a recording, and what may be found then.
struct PowerLoss: Sendable {
  struct Moment: Sendable {
    let image: DiskImage
    /// Whether the last of the runs had answered before.
    let isAcknowledged: Bool
    /// After how many operations.
    let operations: Int
  }

  /// Each image once; the ones after the answer apart from those before.
  let moments: [Moment]

  /// - Parameters:
  ///   - answers: with which of the answers in it that of the last run is given.
  ///   - limit: after how many operations, drawn at random, it is looked at; nil for after each.
  ///   - parts: how many random parts of what is not synced may be there.
  init(
    during recording: DiskRecording,
    answers: Int = 1,
    limit: Int? = nil,
    parts: Int,
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var disk = recording.start
    var seen: [Bool: Set<DiskImage>] = [:]
    var answered = 0
    var moments: [Moment] = []
    let counts = recording.operations.indices.shuffled(using: &random)
    // The last moment is the one at which most has to be there.
    let chosen = Set(counts.prefix(limit ?? .max) + counts.filter { $0 == counts.count - 1 })
    for (count, operation) in recording.operations.enumerated() {
      disk.perform(operation)
      if case .acknowledge = operation { answered += 1 }
      let isAcknowledged = answered >= answers
      guard chosen.contains(count) else { continue }
      let images = disk.images(parts: parts, using: &random)
      for image in images where seen[isAcknowledged, default: []].insert(image).inserted {
        moments.append(
          Moment(image: image, isAcknowledged: isAcknowledged, operations: count + 1)
        )
      }
    }
    self.moments = moments
  }
}
