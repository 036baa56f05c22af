/// A name that a person goes by: text that obeys the rules, so whoever holds one holds a valid one.
public struct Nickname: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is stored and shown: in Unicode's composed form (NFC), inner spaces single,
  /// none at the ends.
  public let text: String

  /// What the name is compared by: two names with one key are the same claim.
  public let key: NicknameKey

  /// Makes a nickname from what a person typed.
  ///
  /// - Parameter typed: any text; outer white space is dropped, inner spaces are collapsed.
  /// - Throws: ``NicknameRejection`` for the first rule that the text breaks.
  public init(_ typed: String) throws(NicknameRejection) {
    text = try NicknameRules.enforce(typed)
    key = NicknameRules.key(for: text)
  }

  /// Makes the nickname that a store kept, by the rules of the day on which it was accepted.
  ///
  /// Stores compare by the key that they keep and never derive it anew: rules change, and a name
  /// that was accepted stays the name of its account.
  ///
  /// - Parameters:
  ///   - text: the stored ``text``.
  ///   - key: the stored ``NicknameKey/text`` of the ``key``.
  /// - Returns: nil for what no version of the rules ever let through (nothing at all, control
  ///   characters, far too many bytes): the record is damaged.
  public init?(storedText text: String, storedKey key: String) {
    guard NicknameRules.couldHaveBeenAccepted(text), NicknameRules.couldHaveBeenAccepted(key)
    else { return nil }
    self.text = text
    self.key = NicknameKey(text: key)
  }

  /// The name as it is shown.
  public var description: String { text }
}
