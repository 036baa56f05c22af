/// The comparison form of a nickname: equal keys are one claim, in every store.
///
/// Keys are equal when their UTF-8 bytes are, so a store may compare them as bytes.
public struct NicknameKey: Hashable, Sendable {
  /// The form itself, for stores to keep under a unique constraint.
  public let text: String

  init(text: String) {
    self.text = text
  }

  /// Whether both keys have the same bytes.
  public static func == (left: NicknameKey, right: NicknameKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes, as ``==(_:_:)`` compares them.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
