/// A checksum that detects damage, not forgery.
///
/// Two sequences that differ in one byte never have the same checksum.
///
/// Source: FNV-1a with 64 bits, RFC 9923.
struct Checksum {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
