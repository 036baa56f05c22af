/// The limits and reserved names that a program applies beyond the rules of the standard.
public struct NicknamePolicy: Sendable {
  /// The maximum number of characters (extended grapheme clusters) of a nickname.
  public let maximumCharacters: Int

  /// The maximum number of bytes of a nickname in UTF-8.
  public let maximumBytes: Int

  /// A reserved nickname in one of its spellings.
  private typealias Reserved = (name: String, spelling: Nickname)

  private let reserved: [Reserved]

  /// Whether blank characters and leading marks are rejected.
  private let isVisible: Bool

  /// Creates the value, which also rejects blank characters and a combining mark at the beginning.
  ///
  /// - Parameters:
  ///   - maximumCharacters: at least 1.
  ///   - maximumBytes: at least 1.
  ///   - reserved: nicknames that no account may claim, neither in another spelling nor in one that
  ///     looks like it in lower case, in capitals, or with an initial capital.
  /// - Throws: ``NicknameRejection`` for a reserved name that is not a valid nickname itself.
  public init(
    maximumCharacters: Int = 64,
    maximumBytes: Int = 255,
    reserving reserved: [String] = []
  ) throws(NicknameRejection) {
    self.init(maximumCharacters: maximumCharacters, maximumBytes: maximumBytes, reserved: [])
    var spellings: [Reserved] = []
    for name in reserved {
      let nickname = try Nickname(name, under: self)
      spellings.append((nickname.text, nickname))
      // Capitals are compared separately: М looks like M, but м does not look like m.
      let capitalized = nickname.text.prefix(1).uppercased() + nickname.text.dropFirst()
      for spelling in [capitalized, nickname.text.uppercased()] {
        if let other = try? Nickname(spelling, under: self) {
          spellings.append((nickname.text, other))
        }
      }
    }
    self.init(
      maximumCharacters: maximumCharacters,
      maximumBytes: maximumBytes,
      reserved: spellings
    )
  }

  /// 64 characters, 255 bytes, no blank characters, nothing reserved.
  public static let standard = NicknamePolicy(
    maximumCharacters: 64,
    maximumBytes: 255,
    reserved: []
  )

  /// The rules of the standard alone.
  package static let unlimited = NicknamePolicy(
    maximumCharacters: .max,
    maximumBytes: .max,
    isVisible: false,
    reserved: []
  )

  private init(
    maximumCharacters: Int,
    maximumBytes: Int,
    isVisible: Bool = true,
    reserved: [Reserved]
  ) {
    precondition(maximumCharacters > 0 && maximumBytes > 0, "a nickname needs room")
    self.maximumCharacters = maximumCharacters
    self.maximumBytes = maximumBytes
    self.reserved = reserved
    self.isVisible = isVisible
  }

  /// The maximum number of bytes of a typed text, above which it is rejected unread.
  ///
  /// It leaves room for the decomposed spelling of every nickname that would be accepted.
  public var maximumTypedBytes: Int { maximumBytes > .max / 16 ? .max : 16 * maximumBytes }

  /// Rejects a form that is too long to be stored.
  func checkLength(of text: String) throws(NicknameRejection.Reason) {
    let bytes = text.utf8.count
    guard bytes <= maximumBytes else { throw .tooManyBytes(bytes, limit: maximumBytes) }
    // No text has more characters than bytes, and counting characters is expensive.
    guard bytes > maximumCharacters else { return }
    let characters = text.count
    guard characters <= maximumCharacters else {
      throw .tooManyCharacters(characters, limit: maximumCharacters)
    }
  }

  /// Rejects a form with a character that shows nothing, or with a mark that has no base.
  ///
  /// - Parameter typed: the text before it was enforced, in which a rejection gives its position.
  func checkVisibility(
    of text: String,
    typed: String
  ) throws(NicknameRejection.Reason) {
    guard isVisible else { return }
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let properties = ScalarProperties(scalar)
      let rule: DisallowedScalar.Rule? =
        properties.isBlank ? .blank : place == 0 && properties.isMark ? .leadingMark : nil
      guard let rule else { continue }
      let violation = FreeformClass.Violation(place: place, rule: rule)
      throw .disallowed(DisallowedScalar(violation, in: Array(text.unicodeScalars), typed: typed))
    }
  }

  /// Rejects a reserved nickname, and one that looks like a reserved nickname.
  func checkReservation(of nickname: Nickname) throws(NicknameRejection.Reason) {
    let match = reserved.first {
      $0.spelling.key == nickname.key || $0.spelling.resembles(nickname)
    }
    if let match { throw .reserved(match.name) }
  }
}
