extension String {
  /// Creates a text from scalars.
  @inline(__always)
  init(scalars: some Collection<Unicode.Scalar>) {
    var count = 0
    for scalar in scalars { count += Unicode.UTF8.width(scalar) }
    self.init(unsafeUninitializedCapacity: count) { bytes in
      var end = 0
      for scalar in scalars {
        // Encoded by hand: the standard library's encoder creates a value per scalar, which costs
        // more than all other work on most names.
        let value = scalar.value
        let width = Unicode.UTF8.width(scalar)
        for place in (1..<Swift.max(1, width)).reversed() {
          let shift = UInt32(6 * (width - 1 - place))
          bytes[end + place] = UInt8(truncatingIfNeeded: 0x80 | value >> shift & 0x3F)
        }
        let lead: UInt32 =
          switch width {
          case 1: value
          case 2: 0xC0 | value >> 6
          case 3: 0xE0 | value >> 12
          default: 0xF0 | value >> 18
          }
        bytes[end] = UInt8(truncatingIfNeeded: lead)
        end += width
      }
      return end
    }
  }
}
