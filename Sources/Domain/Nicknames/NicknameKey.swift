/// The comparison form of a nickname: equal keys mean one nickname, in every store.
///
/// Keys are equal when their UTF-8 bytes are, so a store may compare them as bytes.
public struct NicknameKey: Hashable, Sendable {
  private let form: ExactText

  /// The form as a text; stores keep it under a unique constraint.
  public var text: String { form.text }

  init(text: String) {
    form = ExactText(text)
  }
}
