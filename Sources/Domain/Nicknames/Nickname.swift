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

  /// Makes the nickname that a store kept, by the rules of the day on which it was accepted.
  ///
  /// Stores compare by the forms that they keep and never derive them anew: rules change, and a
  /// name that was accepted stays the name of its account.
  ///
  /// - Parameters:
  ///   - text: the stored ``text``.
  ///   - key: the stored ``NicknameKey/text`` of the ``key``.
  ///   - skeleton: the stored ``NicknameSkeleton/text`` of the ``skeleton``.
  ///   - shownSkeleton: likewise of the ``shownSkeleton``.
  /// - Returns: nil for what no version of the rules ever let through (nothing at all, control
  ///   characters): the record is damaged.
  public init?(
    storedText text: String,
    storedKey key: String,
    storedSkeleton skeleton: String,
    storedShownSkeleton shownSkeleton: String
  ) {
    guard Self.couldHaveBeenAccepted(text), Self.couldHaveBeenAccepted(key),
      Self.couldHaveBeenAccepted(skeleton), Self.couldHaveBeenAccepted(shownSkeleton)
    else { return nil }
    self.init(
      text: text,
      key: NicknameKey(text: key),
      skeleton: NicknameSkeleton(text: skeleton),
      shownSkeleton: NicknameSkeleton(text: shownSkeleton)
    )
  }

  /// The name as it is shown.
  public var description: String { text }

  /// The key under which a nickname of exactly this spelling is kept that has lost its claim.
  ///
  /// Whoever looks for the holder of a nickname looks for this key first, then for ``key``.
  public var spellingKey: NicknameKey { NicknameKey(spelling: text) }

  /// Whether the nickname was let through by an earlier version of the rules, and has lost its
  /// claim, or looks like another one; see ``LapsedNickname``.
  public var isLapsed: Bool {
    key.isSpelling || skeleton.isSpelling || shownSkeleton.isSpelling
  }

  /// Whether the nickname has lost its claim, so that only its exact spelling leads to its account.
  public var isKnownBySpellingAlone: Bool { key.isSpelling }

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

  /// What every version of the rules has promised of a text or a form that it let through.
  private static func couldHaveBeenAccepted(_ stored: String) -> Bool {
    !stored.isEmpty && stored.isStorable
  }
}
