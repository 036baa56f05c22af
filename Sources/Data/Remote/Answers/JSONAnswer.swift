#if Server
import FoundationEssentials
import MonikerDomain

extension Decodable {
  /// Decodes a value from JSON; nil if it is something else.
  init?(json bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension DecodingError {
  /// A text that is not what it should be.
  fileprivate static func wrong(_ what: String, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: what))
  }
}

/// A time of an answer.
struct TimeAnswer: Decodable, Sendable {
  let time: Timestamp

  init(from decoder: any Decoder) throws {
    guard let time = Timestamp(try decoder.singleValueContainer().decode(String.self)) else {
      throw DecodingError.wrong("no time", decoder)
    }
    self.time = time
  }
}

/// An ID of an answer.
struct IDAnswer<Subject>: Decodable, Sendable {
  let id: Identifier<Subject>

  init(from decoder: any Decoder) throws {
    guard let id = Identifier<Subject>(try decoder.singleValueContainer().decode(String.self))
    else { throw DecodingError.wrong("no ID", decoder) }
    self.id = id
  }
}

/// A nickname of an answer, which is not judged again.
struct NicknameAnswer: Decodable, Sendable {
  let nickname: Nickname

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let nickname = Nickname(told: text) else {
      throw DecodingError.wrong("no nickname", decoder)
    }
    self.nickname = nickname
  }
}

extension Nickname {
  /// The nickname that a service tells.
  ///
  /// The rules of the service may be those of a later version: then the text is all its forms.
  init?(told text: String) {
    if let nickname = try? Nickname(text, under: .unlimited), nickname.text == text {
      self = nickname
      return
    }
    self.init(
      storedText: text,
      storedKey: text,
      storedSkeleton: text,
      storedShownSkeleton: text
    )
  }
}

extension Account {
  /// Another person's account, of which a service tells the nickname alone.
  init(stranger nickname: Nickname) {
    self.init(
      id: AccountID(high: 0, low: 0),
      nickname: nickname,
      createdAt: Timestamp(millisecondsSince1970: 0)
    )
  }
}
#endif
