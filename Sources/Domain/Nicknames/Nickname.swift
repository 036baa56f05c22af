/// A name that a person goes by: text that obeys the rules, so whoever holds one holds a valid one.
///
/// The rules are those of RFC 8266; the article NicknameRules has them, and what was decided where
/// the standard leaves a choice.
public struct Nickname: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is stored and shown.
  public let text: String

  /// What the name is compared by: two names with one key are the same claim.
  public let key: NicknameKey

  /// What the comparison form looks like.
  public let skeleton: NicknameSkeleton

  /// What the name looks like as it is shown.
  public let shownSkeleton: NicknameSkeleton

  /// Makes a nickname from what a person typed.
  ///
  /// - Parameters:
  ///   - typed: any text; outer white space is dropped, inner spaces are collapsed, compatible
  ///     characters become their plain ones.
  ///   - policy: the limits, and what is reserved.
  /// - Throws: ``NicknameRejection`` for the first rule that the text breaks.
  public init(
    _ typed: String,
    under policy: NicknamePolicy = .standard
  ) throws(NicknameRejection) {
    do {
      self = try Self.made(from: typed, under: policy)
    } catch {
      let suggestion = NearestNickname.to(typed, refusedFor: error, under: policy)
      throw NicknameRejection(error, suggestion: suggestion)
    }
  }

  /// Makes the nickname that a store kept.
  ///
  /// Stores compare by the forms that they keep and never derive them anew.
  ///
  /// - Parameters:
  ///   - text: the stored ``text``.
  ///   - key: the stored ``NicknameKey/text`` of the ``key``.
  ///   - skeleton: the stored ``NicknameSkeleton/text`` of the ``skeleton``.
  ///   - shownSkeleton: likewise of the ``shownSkeleton``.
  /// - Returns: nil for what the rules never let through (an empty text, control characters): the
  ///   record is damaged.
  public init?(
    storedText text: String,
    storedKey key: String,
    storedSkeleton skeleton: String,
    storedShownSkeleton shownSkeleton: String
  ) {
    guard [text, key, skeleton, shownSkeleton].allSatisfy({ !$0.isEmpty && $0.isStorable }) else {
      return nil
    }
    self.init(
      text: text,
      key: NicknameKey(text: key),
      skeleton: NicknameSkeleton(text: skeleton),
      shownSkeleton: NicknameSkeleton(text: shownSkeleton)
    )
  }

  /// The name as it is shown.
  public var description: String { text }

  /// Whether this name can be taken for another one: shown as they are, or both in lower case.
  public func resembles(_ other: Nickname) -> Bool {
    skeleton == other.skeleton || shownSkeleton == other.shownSkeleton
  }

  init(
    text: String,
    key: NicknameKey,
    skeleton: NicknameSkeleton,
    shownSkeleton: NicknameSkeleton
  ) {
    self.text = text
    self.key = key
    self.skeleton = skeleton
    self.shownSkeleton = shownSkeleton
  }

  /// The nickname, without the search for a nearest one where there is none.
  static func made(
    from typed: String,
    under policy: NicknamePolicy
  ) throws(NicknameRejection.Reason) -> Nickname {
    // The profile drops spaces alone; a line from a file or a pipe may end in more.
    let body = OuterWhiteSpace.dropped(from: typed)
    let bytes = body.text.utf8.count
    guard bytes <= policy.maximumTypedBytes else {
      throw .tooManyBytes(bytes, limit: policy.maximumBytes)
    }
    let text = try enforced(String(body.text), after: body.leading)
    try policy.checkLength(of: text)
    // Of the enforced form, which is the one that is kept, so that the key of a stored name is the
    // key of what was typed.
    let key = NicknameKey(text: try NicknameProfile.comparisonForm(of: text))
    let nickname = Nickname(
      text: text,
      key: key,
      skeleton: NicknameSkeleton(comparing: key),
      shownSkeleton: NicknameSkeleton(showing: text)
    )
    try policy.checkReservation(of: nickname)
    return nickname
  }

  private static func enforced(
    _ text: String,
    after leading: Int
  ) throws(NicknameRejection.Reason) -> String {
    do {
      return try NicknameProfile.enforce(text)
    } catch {
      throw error.moved(by: leading)
    }
  }
}
