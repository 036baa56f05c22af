/// A nickname that identifies an account, whether or not the policy allows a claim to it.
public struct NicknameReference: Hashable, Sendable {
  /// The typed text, without outer white space.
  public let text: String

  /// The key of the nickname; nil for a text that is not a valid nickname, which no account holds.
  public let key: NicknameKey?

  /// Creates a reference from the text that a person typed.
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

  /// Creates a reference to the holder of a nickname.
  public init(_ nickname: Nickname) {
    text = nickname.text
    key = nickname.key
  }

  /// Whether the account holds the nickname.
  public func leads(to account: Account) -> Bool {
    key == account.nickname.key
  }

  /// Whether both references lead to the same account.
  public func means(_ other: NicknameReference) -> Bool {
    key != nil && key == other.key
  }
}
