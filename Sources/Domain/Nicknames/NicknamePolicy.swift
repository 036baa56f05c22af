/// What a program demands of nicknames beyond the rules of the standard: limits, and names that it
/// keeps for itself.
public struct NicknamePolicy: Sendable {
  /// The most characters (extended grapheme clusters) that a nickname may have.
  public let maximumCharacters: Int

  /// The most bytes that a nickname may have in UTF-8.
  public let maximumBytes: Int

  /// A reserved nickname in one of its spellings.
  private typealias Reserved = (name: String, spelling: Nickname)

  private let reserved: [Reserved]

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - maximumCharacters: at least 1.
  ///   - maximumBytes: at least 1.
  ///   - reserved: nicknames that nobody may claim, neither in another spelling nor in one that
  ///     looks like it in small letters, in capitals, or with a capital at the beginning.
  /// - Throws: ``NicknameRejection`` for a reserved name that is no nickname itself.
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
      // A capital may look like what its small letter does not: М is no m, but an M.
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

  /// 64 characters, 255 bytes, nothing reserved.
  public static let standard = NicknamePolicy(
    maximumCharacters: 64,
    maximumBytes: 255,
    reserved: []
  )

  /// The rules of the standard and nothing else.
  static let unlimited = NicknamePolicy(
    maximumCharacters: .max,
    maximumBytes: .max,
    reserved: []
  )

  private init(maximumCharacters: Int, maximumBytes: Int, reserved: [Reserved]) {
    precondition(maximumCharacters > 0 && maximumBytes > 0, "a nickname needs room")
    self.maximumCharacters = maximumCharacters
    self.maximumBytes = maximumBytes
    self.reserved = reserved
  }

  /// More bytes than this are refused before anything is looked at.
  ///
  /// It leaves room for the decomposed spelling of every nickname that would be accepted.
  public var maximumTypedBytes: Int { maximumBytes > .max / 16 ? .max : 16 * maximumBytes }

  /// Refuses a form that is too long to be stored.
  func checkLength(of text: String) throws(NicknameRejection.Reason) {
    let bytes = text.utf8.count
    guard bytes <= maximumBytes else { throw .tooManyBytes(bytes, limit: maximumBytes) }
    // No text has more characters than bytes, and counting them is dear.
    guard bytes > maximumCharacters else { return }
    let characters = text.count
    guard characters <= maximumCharacters else {
      throw .tooManyCharacters(characters, limit: maximumCharacters)
    }
  }

  /// Refuses what is reserved, or looks like it.
  func checkReservation(of nickname: Nickname) throws(NicknameRejection.Reason) {
    let match = reserved.first {
      $0.spelling.key == nickname.key || $0.spelling.resembles(nickname)
    }
    if let match { throw .reserved(match.name) }
  }
}
