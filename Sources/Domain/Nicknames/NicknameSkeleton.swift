/// What a nickname looks like: names with one skeleton can be taken for each other.
///
/// Skeletons are equal when their UTF-8 bytes are, so a store may compare them as bytes. They are
/// not for showing, and not stable over versions of Unicode: stores keep them.
///
/// Source: the skeleton of UTS #39, section 4, version 17.0.0. Its step for bidirectional text is
/// left out.
public struct NicknameSkeleton: Hashable, Sendable {
  private let form: ExactText

  /// The form itself, for stores to keep under a unique constraint.
  public var text: String { form.text }

  /// The skeleton of a comparison form: letter case, which tells no names apart, is gone before.
  init(comparing key: NicknameKey) {
    form = ExactText(Prototype.skeleton(of: key.text))
  }

  /// The skeleton of a name as it is shown, whose letter case is dropped only then.
  ///
  /// A capital I looks like an l, and its lower case does not; a zero looks like a capital O.
  init(showing enforced: String) {
    let skeleton = Prototype.skeleton(of: enforced)
    form = ExactText(String(scalars: Lowercase.lowercased(skeleton.unicodeScalars)))
  }

  /// - Parameter stored: a form that a store kept.
  init(text stored: String) {
    form = ExactText(stored)
  }
}
