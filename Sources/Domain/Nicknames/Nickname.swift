/// A name of a person that obeys the rules; every value is valid.
///
/// The rules are those of RFC 8266. The article NicknameRules lists them, and the decisions where
/// the standard leaves a choice.
public struct Nickname: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is stored and shown.
  public let text: String

  /// The comparison form: names with equal keys are the same claim.
  public let key: NicknameKey

  /// The skeleton of the comparison form.
  public let skeleton: NicknameSkeleton

  /// The skeleton of the name as it is shown.
  public let shownSkeleton: NicknameSkeleton

  /// Creates a nickname from the text that a person typed.
  ///
  /// - Parameters:
  ///   - typed: any text. Outer white space is dropped, runs of inner spaces become one space, and
  ///     compatibility characters become their plain equivalents.
  ///   - policy: the limits and the reserved names.
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

  /// Creates a nickname from the forms that a store kept.
  ///
  /// Stores compare the forms that they keep and never derive them again.
  ///
  /// - Parameters:
  ///   - text: the stored ``text``.
  ///   - key: the stored ``NicknameKey/text`` of the ``key``.
  ///   - skeleton: the stored ``NicknameSkeleton/text`` of the ``skeleton``.
  ///   - shownSkeleton: likewise of the ``shownSkeleton``.
  /// - Returns: nil for texts that the rules never accept (empty, or with control characters): the
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

  /// Whether this name looks like another, either as both are shown or as both are in lower case.
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

  /// Creates the nickname without searching for a suggestion.
  static func made(
    from typed: String,
    under policy: NicknamePolicy
  ) throws(NicknameRejection.Reason) -> Nickname {
    // The profile drops only spaces; a line from a file or a pipe may end in other white space.
    let body = OuterWhiteSpace.dropped(from: typed)
    let bytes = body.text.utf8.count
    guard bytes <= policy.maximumTypedBytes else {
      throw .tooManyBytes(bytes, limit: policy.maximumBytes)
    }
    let enteredText = String(body.text)
    let text: String
    let key: NicknameKey
    do throws(NicknameRejection.Reason) {
      text = try NicknameProfile.enforce(enteredText)
      try policy.checkLength(of: text)
      try policy.checkVisibility(of: text, typed: enteredText)
      // Derived from the enforced form, which is stored, so that the key of the stored name is the
      // key of what was typed.
      key = NicknameKey(text: try NicknameProfile.comparisonForm(of: text, typed: enteredText))
    } catch {
      throw error.moved(by: body.leading)
    }
    let nickname = Nickname(
      text: text,
      key: key,
      skeleton: NicknameSkeleton(comparing: key),
      shownSkeleton: NicknameSkeleton(showing: text)
    )
    try policy.checkReservation(of: nickname)
    return nickname
  }
}
