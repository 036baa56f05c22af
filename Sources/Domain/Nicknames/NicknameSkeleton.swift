/// The appearance of a nickname: names with equal skeletons can be mistaken for each other.
///
/// Skeletons are equal when their UTF-8 bytes are, so a store may compare them as bytes. They are
/// not for display, and they may differ between versions of Unicode, so stores keep them.
///
/// Source: the skeleton of UTS #39, section 4, version 17.0.0, without its step for bidirectional
/// text.
public struct NicknameSkeleton: Hashable, Sendable {
  private let form: ExactText

  /// The form as a text; stores keep it under a unique constraint.
  public var text: String { form.text }

  /// Creates the skeleton of a comparison form, which has no letter case left.
  init(comparing key: NicknameKey) {
    form = ExactText(Prototype.skeleton(of: key.text))
  }

  /// Creates the skeleton of a name as it is shown, then lower-cases it.
  ///
  /// A capital I looks like an l, but its lower case does not; a zero looks like a capital O.
  init(showing enforced: String) {
    let skeleton = Prototype.skeleton(of: enforced)
    form = ExactText(String(scalars: Lowercase.lowercased(skeleton.unicodeScalars)))
  }

  /// Creates a skeleton from the form that a store kept.
  init(text stored: String) {
    form = ExactText(stored)
  }
}
