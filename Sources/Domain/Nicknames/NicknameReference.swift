/// A nickname by which an account is looked up, whether or not the policy lets anybody claim it.
public struct NicknameReference: Hashable, Sendable {
  /// What was typed, without the white space around it.
  public let text: String

  /// What the nickname is compared by; nil for a text that is no nickname, which no account holds.
  public let key: NicknameKey?

  /// Refers to the holder of what a person typed.
  ///
  /// - Parameters:
  ///   - typed: any text.
  ///   - policy: its ``NicknamePolicy/maximumTypedBytes`` is the limit.
  /// - Returns: nil for an empty text, or one with more bytes than the limit.
  public init?(typed: String, under policy: NicknamePolicy = .standard) {
    let body = OuterWhiteSpace.dropped(from: typed).text
    guard !body.isEmpty, body.utf8.count <= policy.maximumTypedBytes else { return nil }
    text = String(body)
    key = try? Nickname.made(from: text, under: .unlimited).key
  }

  /// Refers to the holder of a nickname.
  public init(_ nickname: Nickname) {
    text = nickname.text
    key = nickname.key
  }

  /// Whether it leads to that account.
  public func leads(to account: Account) -> Bool {
    key == account.nickname.key
  }

  /// Whether both lead to the same account.
  public func means(_ other: NicknameReference) -> Bool {
    key != nil && key == other.key
  }
}
