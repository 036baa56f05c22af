import MonikerDomain

/// A checksum over the bytes of an export, by which damage is found, not forgery.
///
/// Source: FNV-1a of 64 bits, RFC 9923.
struct ExportChecksum {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// The checksum with the last line, in which there is none yet.
  func text(with end: ExportRow) throws(StoreFailure) -> String {
    var end = end
    end.checksum = nil
    var whole = self
    whole.add(try end.encoded(by: ExportRow.encoder))
    return whole.text
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
