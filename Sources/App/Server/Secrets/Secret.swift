#if Server
import Crypto
import MonikerDomain

/// A random text that proves something to the service.
///
/// A caller gets it once. The store keeps its digest alone, and no log, error or address contains it.
struct Secret: Sendable {
  /// The kinds of secret, each with a form of its own.
  enum Kind: String, CaseIterable {
    /// Proves a device: 256 bits.
    case token = "mnk_"

    /// Proves that an account is the caller's, on any device: 130 bits, to be kept by a person.
    case recoveryKey = "mnr-"

    /// Identifies an account to other programs: 256 bits.
    case identityToken = "mni_"

    /// Proves to the device that began a link that it is the one: 256 bits.
    case deviceCode = "mnd_"

    /// Names a link to the person who approves it: 34 bits, which end after 10 minutes.
    case userCode = ""
  }

  /// The text as it is given to the caller.
  let text: String

  /// The SHA-256 digest (FIPS 180-4) of the text, which the store keeps.
  var digest: SecretDigest {
    var text = text
    var hash = SHA256()
    text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    let bytes = hash.finalize().withUnsafeBytes { Array($0) }
    guard let digest = SecretDigest(bytes: bytes) else {
      preconditionFailure("SHA-256 gives 32 bytes")
    }
    return digest
  }

  private init(canonical text: String) {
    self.text = text
  }

  /// Makes a secret of a kind.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - random: returns 64 bits of a cryptographically secure random source.
  init(_ kind: Kind, random: () -> UInt64) {
    let (alphabet, groups) = Self.form(of: kind)
    let groupsOfSymbols = groups.map { count in
      String(decoding: (0..<count).map { _ in alphabet.symbol(random) }, as: UTF8.self)
    }
    self.init(canonical: kind.rawValue + groupsOfSymbols.joined(separator: "-"))
  }

  /// Reads a secret of a kind that a caller gave.
  ///
  /// In those that people type, upper and lower case are one, hyphens and spaces do not matter, and in
  /// recovery keys the letters that look like digits count as these.
  ///
  /// - Returns: nil for a text that is not of the kind.
  init?(_ kind: Kind, typed: String) {
    let (alphabet, groups) = Self.form(of: kind)
    guard typed.utf8.count <= 256 else { return nil }
    var symbols: [UInt8]
    switch kind {
    case .token, .identityToken, .deviceCode:
      let prefix = kind.rawValue.utf8
      guard typed.utf8.count == prefix.count + groups[0], typed.utf8.starts(with: prefix) else {
        return nil
      }
      var typed = typed
      let isInAlphabet = typed.withUTF8 { $0[prefix.count...].allSatisfy(alphabet.contains) }
      guard isInAlphabet else { return nil }
      self.init(canonical: typed)
      return
    case .recoveryKey, .userCode:
      symbols = typed.uppercased().utf8.filter {
        $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ")
      }
      if kind == .recoveryKey {
        // Without the prefix, too: its letters are symbols, but the number tells.
        if symbols.starts(with: "MNR".utf8), symbols.count == 29 { symbols.removeFirst(3) }
        symbols = symbols.map(Alphabet.withoutLookalike)
      }
    }
    guard symbols.count == groups.reduce(0, +), symbols.allSatisfy(alphabet.contains) else {
      return nil
    }
    var parts: [String] = []
    var rest = symbols[...]
    for count in groups {
      parts.append(String(decoding: rest.prefix(count), as: UTF8.self))
      rest = rest.dropFirst(count)
    }
    self.init(canonical: kind.rawValue + parts.joined(separator: "-"))
  }

  private static func form(of kind: Kind) -> (Alphabet, groups: [Int]) {
    switch kind {
    // 43 symbols of 6 bits have 256 bits and two more.
    case .token, .identityToken, .deviceCode: (.base64URL, [43])
    case .recoveryKey: (.crockford, [5, 5, 5, 5, 6])
    case .userCode: (.consonants, [4, 4])
    }
  }
}

/// The symbols of a kind of secret.
private struct Alphabet {
  let symbols: [UInt8]
  /// Whether each byte is a symbol.
  private let isSymbol: [Bool]

  /// Base 64 for addresses and file names (RFC 4648, section 5).
  static let base64URL = Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  )

  /// Crockford's base 32, without the letters I, L, O and U.
  static let crockford = Alphabet("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The letters that RFC 8628, section 6.1, proposes: no word can appear.
  static let consonants = Alphabet("BCDFGHJKLMNPQRSTVWXZ")

  init(_ text: String) {
    symbols = Array(text.utf8)
    isSymbol = (UInt8.min...UInt8.max).map(text.utf8.contains)
  }

  func contains(_ byte: UInt8) -> Bool { isSymbol[Int(byte)] }

  /// A random symbol, each with the same probability.
  func symbol(_ random: () -> UInt64) -> UInt8 {
    let count = UInt64(symbols.count)
    // Numbers at the end of the range would make some symbols more probable.
    let limit = UInt64.max - UInt64.max % count
    while true {
      let number = random()
      if number < limit { return symbols[Int(number % count)] }
    }
  }

  static func withoutLookalike(_ symbol: UInt8) -> UInt8 {
    switch symbol {
    case UInt8(ascii: "O"): UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
    default: symbol
    }
  }
}
#endif
