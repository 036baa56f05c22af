/// The comparison form of a nickname: equal keys are one claim, in every store.
///
/// Keys are equal when their UTF-8 bytes are, so a store may compare them as bytes.
public struct NicknameKey: Hashable, Sendable {
  private let form: ExactText

  /// The form itself, for stores to keep under a unique constraint.
  public var text: String { form.text }

  init(text: String) {
    form = ExactText(text)
  }

  /// The key of a nickname that only its exact spelling leads to.
  ///
  /// It begins with a space, and so is no comparison form of anything.
  public init(spelling: String) {
    form = ExactText(" " + spelling)
  }

  /// Whether this is no comparison form, but a nickname's exact spelling.
  var isSpelling: Bool { text.utf8.first == UInt8(ascii: " ") }
}
