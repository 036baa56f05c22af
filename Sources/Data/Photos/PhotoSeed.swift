import MonikerDomain

/// The 40 bits from which a photo is drawn.
struct PhotoSeed: Hashable {
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let length = 8
  private static let mask: UInt64 = 1 << 40 - 1

  /// The bits, in the 40 low ones.
  let bits: UInt64

  /// Takes the 40 low bits of a number.
  init(_ number: UInt64) {
    bits = number & Self.mask
  }

  /// Parses an ID.
  ///
  /// - Returns: nil for an ID that no seed has.
  init?(_ id: PhotoID) {
    let text = id.description.utf8
    guard text.count == Self.length else { return nil }
    var bits: UInt64 = 0
    for character in text {
      guard let digit = Self.digits.firstIndex(of: character) else { return nil }
      bits = bits << 5 | UInt64(digit)
    }
    self.bits = bits
  }

  /// The ID: 8 digits of 5 bits, the highest first.
  var id: PhotoID {
    let text = (1...Self.length).map { place in
      Self.digits[Int(bits >> UInt64(40 - 5 * place) & 31)]
    }
    guard let id = PhotoID(String(decoding: text, as: UTF8.self)) else {
      preconditionFailure("letters and digits are an ID")
    }
    return id
  }

  /// The seed that follows; 0 after the last one.
  var next: PhotoSeed { PhotoSeed(bits + 1) }

  /// The bits in a mixture in which those of neighbours differ in many places.
  ///
  /// Each step can be undone, so different seeds have different mixtures: a shift to the right under an
  /// exclusive or, and a multiplication by an odd number modulo 2^40. The numbers are the first 40 bits
  /// behind the point of the square root of 3, the golden ratio and the square root of 2. Without the
  /// first of them, the first seed would have an empty pattern.
  var mixed: UInt64 {
    var bits = bits ^ 0xBB_67AE_8584
    for factor: UInt64 in [0x9E_3779_B97F, 0x6A_09E6_67F3] {
      bits ^= bits >> 20
      bits = bits &* factor & Self.mask
    }
    return bits ^ bits >> 20
  }
}
