import MonikerDomain

/// The forms of a nickname, or the reason why a text is not one.
public struct NicknameCheckOutcome: Outcome {
  enum Verdict {
    case accepted(Nickname)
    case refused(NicknameRejection)
    case notText
  }

  private let verdict: Verdict
  /// Nil for bytes that are not UTF-8, or for a text that is too long to keep.
  private let typed: String?

  init(_ verdict: Verdict, typed: String?) {
    self.verdict = verdict
    self.typed = typed
  }

  /// A line for each form of a nickname, or one with the reason.
  public var text: String {
    guard case .accepted(let nickname) = verdict else { return refusal?.message ?? "" }
    return """
      \(nickname) is a nickname.
        compared as:            \(nickname.key.text)
        looks like:             \(nickname.skeleton.text)
        looks like as shown:    \(nickname.shownSkeleton.text)
      """
  }

  /// The same on one line, in fields separated by tabs.
  ///
  /// Either `ok`, the nickname, its comparison key, and its skeletons in lower case and as shown; or
  /// `no`, the typed text, and the reason.
  public var line: String {
    guard case .accepted(let nickname) = verdict else {
      return "no\t\(typed?.visible ?? "")\t\(refusal?.message ?? "")"
    }
    return "ok\t\(nickname.text)\t\(nickname.key.text)\t\(nickname.skeleton.text)"
      + "\t\(nickname.shownSkeleton.text)"
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  /// The code of the refusal; nil for a nickname.
  public var problemCode: Problem.Code? { refusal?.code }

  private var refusal: Problem? {
    switch verdict {
    case .accepted: nil
    case .refused(let rejection): Problem(rejection)
    case .notText:
      Problem(.invalidNickname, "This is not a nickname: it is not UTF-8. Give it in UTF-8.")
    }
  }

  private enum CodingKeys: CodingKey {
    case typed, nickname, key, skeleton, shownSkeleton, error, suggestion
  }

  /// Encodes `typed` (null for a text that is not UTF-8 or too long to keep); for a nickname also
  /// `nickname`, `key`, `skeleton` and `shownSkeleton`; for another text also `error` and
  /// `suggestion` (null if there is none).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(typed, forKey: .typed)
    switch verdict {
    case .accepted(let nickname):
      try container.encode(nickname.text, forKey: .nickname)
      try container.encode(nickname.key.text, forKey: .key)
      try container.encode(nickname.skeleton.text, forKey: .skeleton)
      try container.encode(nickname.shownSkeleton.text, forKey: .shownSkeleton)
    case .refused(let rejection):
      try container.encode(rejection.suggestion, forKey: .suggestion)
    case .notText:
      try container.encode(nil as String?, forKey: .suggestion)
    }
    if let refusal { try container.encode(refusal.fields, forKey: .error) }
  }
}
