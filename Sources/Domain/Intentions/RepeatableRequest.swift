/// A request that issues secrets, which its caller may repeat because the answer can be lost.
///
/// A repetition has the answer of the first request, but new secrets: those of the first one are void from
/// then on. After ``lifetime``, or when the first answer has arrived, there is nothing to repeat.
public struct RepeatableRequest: Hashable, Sendable {
  /// How long a request can be repeated: 10 minutes.
  public static let lifetime = Duration.seconds(600)

  /// The ID of the change.
  public let intention: IntentionID

  /// The ID of the registration of the caller's device, if that comes before the change.
  public let registration: IntentionID

  /// The digest of what the caller asks for; a repetition has the same one.
  public let content: SecretDigest

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - intention: see ``intention``.
  ///   - registration: see ``registration``; another ID than `intention`.
  ///   - content: see ``content``.
  public init(intention: IntentionID, registration: IntentionID, content: SecretDigest) {
    self.intention = intention
    self.registration = registration
    self.content = content
  }
}

/// Why a request cannot be repeated.
public enum RepetitionError: Error, Hashable, Sendable {
  /// The first request with the same ID asked for something else.
  case otherContent

  /// The first request was more than ``RepeatableRequest/lifetime`` ago.
  case tooLate

  /// The answer to the first request has arrived: its token was used, or an identity token that it has made is no longer
  /// valid.
  case answered
}

extension RepetitionError: CustomStringConvertible {
  /// A sentence that says what happened.
  public var description: String {
    switch self {
    case .otherContent:
      "The first request with this key asked for something else, or had another token."
    case .tooLate: "The first request with this key was more than 10 minutes ago."
    case .answered:
      "The token that the first request with this key has made was used, or is no longer valid."
    }
  }
}
