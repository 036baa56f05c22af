/// A nickname by which an account is meant: as somebody spelled it, whether or not it may be claimed.
public struct NicknameReference: Hashable, Sendable {
  /// What was typed, without the white space around it.
  public let text: String

  /// What the nickname is compared by; nil for a text that has no comparison form.
  public let key: NicknameKey?

  /// Exactly how it is spelled, which a lapsed nickname is known by.
  ///
  /// Whoever looks for the account that is meant looks for this key first, then for ``key``.
  public var spelling: NicknameKey { NicknameKey(spelling: text) }

  /// Refers to whoever has what a person typed.
  ///
  /// - Parameters:
  ///   - typed: any text; what today's rules refuse may be the nickname of an account from an
  ///     earlier version.
  ///   - policy: whose limit there is.
  /// - Returns: nil for a text that no account can be known by: an empty one, or one of more bytes
  ///   than ``NicknamePolicy/maximumTypedBytes``.
  public init?(typed: String, under policy: NicknamePolicy = .standard) {
    let body = OuterWhiteSpace.dropped(from: typed).text
    guard !body.isEmpty, body.utf8.count <= policy.maximumTypedBytes else { return nil }
    text = String(body)
    key = try? Nickname.made(from: text, under: .unlimited).key
  }

  /// Refers to whoever has a nickname.
  public init(_ nickname: Nickname) {
    text = nickname.text
    key = nickname.key
  }

  /// Refers to an account by the nickname that it has, be it a lapsed one.
  init(keeping account: Account) {
    text = account.nickname.text
    key = account.nickname.key
  }

  /// Whether it leads to that account, as long as no other has a lapsed nickname of its spelling.
  public func leads(to account: Account) -> Bool {
    spelling == account.nickname.key || key == account.nickname.key
  }

  /// Whether both are one nickname today.
  ///
  /// They lead to the same account, unless one of them is the spelling of a lapsed nickname.
  public func means(_ other: NicknameReference) -> Bool {
    key.map { $0 == other.key } ?? (spelling == other.spelling)
  }
}
