import MonikerDomain

/// Numbered accounts and their sessions, the same in every run.
enum Numbered {
  /// The base of all times, in milliseconds since 1970.
  static let start: Int64 = 1_790_000_000_000

  static func time(_ milliseconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: start + Int64(milliseconds))
  }

  /// A name made of letters without look-alikes.
  static func name(_ number: Int) -> String {
    var rest = number + 8 * 8 * 8 * 8 * 8 * 8 * 8 * 8
    var name = ""
    while rest > 0 {
      name.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest % 8)))
      rest /= 8
    }
    return name
  }

  static func nickname(_ number: Int) -> Nickname {
    guard let nickname = try? Nickname(name(number)) else {
      preconditionFailure("\(name(number)) is no nickname")
    }
    return nickname
  }

  /// Scatters a number with the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func scattered(_ number: Int, _ purpose: UInt64) -> UInt64 {
    var bits = UInt64(bitPattern: Int64(number)) &* 0x9e37_79b9_7f4a_7c15 &+ purpose
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  static func account(_ number: Int) -> AccountID {
    AccountID(high: scattered(number, 1), low: UInt64(bitPattern: Int64(number)))
  }

  static func session(_ number: Int) -> SessionID {
    SessionID(high: scattered(number, 2), low: UInt64(bitPattern: Int64(number)))
  }
}
