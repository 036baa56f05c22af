import MonikerContract

/// Every moment of a recording at which power may be lost, with the possible images of the disk.
struct PowerLoss: Sendable {
  struct Moment: Sendable {
    let image: DiskImage
    /// Whether the last run had written its answer.
    let isAcknowledged: Bool
    /// The number of operations before the loss.
    let operations: Int
  }

  /// The moments with distinct images; images after the answer are separate from those before.
  let moments: [Moment]

  /// - Parameters:
  ///   - answers: the number of the answer in the recording that belongs to the last run.
  ///   - limit: the number of moments, drawn at random; nil for all.
  ///   - parts: the number of random parts of unsynced content.
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
    // The last moment is the one with the most durable content.
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
