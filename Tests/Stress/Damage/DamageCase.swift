import MonikerContract

/// One kind of damage to a file.
enum DamageCase: Hashable, CustomStringConvertible {
  /// One byte has other bits.
  case flip(place: Int, mask: UInt8)
  /// The file is truncated.
  case cut(length: Int)
  /// A part of the file is overwritten.
  case block(place: Int, length: Int, Content, seed: UInt64)

  enum Content: String, CaseIterable {
    case zeros, noise
    /// Another part of the same file.
    case copy
  }

  var description: String {
    switch self {
    case .flip(let place, let mask): "byte \(place) xor \(mask)"
    case .cut(let length): "cut off after \(length) bytes"
    case .block(let place, let length, let content, _): "\(length) \(content) bytes at \(place)"
    }
  }

  /// The damaged bytes.
  func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    switch self {
    case .flip(let place, let mask): damaged[place] ^= mask
    case .cut(let length): damaged.removeSubrange(length...)
    case .block(let place, let length, let content, let seed):
      var random = SeededGenerator(seed: seed)
      let source = Int.random(in: 0...(bytes.count - length), using: &random)
      for offset in 0..<length {
        switch content {
        case .zeros: damaged[place + offset] = 0
        case .noise: damaged[place + offset] = UInt8.random(in: 0...255, using: &random)
        case .copy: damaged[place + offset] = bytes[source + offset]
        }
      }
    }
    return damaged
  }

  /// All cases: flips of each byte, every length, and blocks at many offsets.
  ///
  /// - Parameters:
  ///   - size: the size of the file.
  ///   - values: the number of flips of each byte; the first flips a single bit.
  static func all(size: Int, values: Int, seed: UInt64) -> [DamageCase] {
    var random = SeededGenerator(seed: seed)
    var cases: [DamageCase] = []
    for place in 0..<size {
      var masks: Set<UInt8> = []
      while masks.count < min(255, values) {
        let mask: UInt8 =
          masks.isEmpty
          ? 1 << UInt8.random(in: 0..<8, using: &random) : UInt8.random(in: 1...255, using: &random)
        if masks.insert(mask).inserted { cases.append(.flip(place: place, mask: mask)) }
      }
      cases.append(.cut(length: place))
    }
    for _ in 0..<min(size, 1_000 * values) {
      let length = min(size, [2, 16, 100, 512, 4_096].randomElement(using: &random) ?? 16)
      // Devices lose aligned blocks, programs any block.
      let place = Int.random(in: 0...(size - length), using: &random)
      let isAligned = Bool.random(using: &random)
      let content = Content.allCases.randomElement(using: &random) ?? .zeros
      cases.append(
        .block(
          place: isAligned ? place / length * length : place,
          length: length,
          content,
          seed: random.next()
        )
      )
    }
    return cases
  }
}
