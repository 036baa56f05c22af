extension Identifier {
  /// A UUID of version 4 (RFC 9562, section 5.4).
  ///
  /// - Parameter random: returns 64 bits of a cryptographically secure random source.
  package static func uuid(_ random: () -> UInt64) -> Identifier {
    Identifier(
      high: random() & ~0xF000 | 0x4000,
      low: random() & ~(0b11 << 62) | 0b10 << 62
    )
  }
}
