extension FreeformClass {
  /// A text with the facts that the contextual rules use.
  ///
  /// Source: RFC 5892, appendix A, which RFC 8264 adopts.
  struct Context {
    private let scalars: [Unicode.Scalar]
    private lazy var hasKanaOrHan = scalars.contains {
      ScalarProperties($0).script == .hiraganaKatakanaOrHan
    }
    private lazy var hasArabicIndicDigit = scalars.contains(where: Self.arabicIndic.contains)
    private lazy var hasExtendedDigit = scalars.contains(where: Self.extendedArabicIndic.contains)

    static let arabicIndic: ClosedRange<Unicode.Scalar> = "\u{660}"..."\u{669}"
    static let extendedArabicIndic: ClosedRange<Unicode.Scalar> = "\u{6F0}"..."\u{6F9}"

    init(_ scalars: [Unicode.Scalar]) {
      self.scalars = scalars
    }

    /// Returns the contextual rule that a scalar breaks; nil if it breaks none.
    mutating func violation(
      by scalar: Unicode.Scalar,
      at place: Int
    ) -> DisallowedScalar.Rule? {
      switch scalar {
      case "\u{200C}":
        // Appendix A.1.
        return (followsVirama(place) || breaksJoin(place)) ? nil : .zeroWidthNonJoiner
      case "\u{200D}":
        // Appendix A.2.
        return followsVirama(place) ? nil : .zeroWidthJoiner
      case "\u{B7}":
        // Appendix A.3.
        return preceding(place) == "l" && following(place) == "l" ? nil : .middleDot
      case "\u{375}":
        // Appendix A.4.
        return script(following(place)) == .greek ? nil : .greekKeraia
      case "\u{5F3}", "\u{5F4}":
        // Appendices A.5 and A.6.
        return script(preceding(place)) == .hebrew ? nil : .hebrewPunctuation
      case "\u{30FB}":
        // Appendix A.7.
        return hasKanaOrHan ? nil : .katakanaMiddleDot
      case Self.arabicIndic:
        // Appendix A.8.
        return hasExtendedDigit ? .arabicIndicDigit : nil
      case Self.extendedArabicIndic:
        // Appendix A.9.
        return hasArabicIndicDigit ? .extendedArabicIndicDigit : nil
      default:
        // RFC 5892 has no rule for this scalar, so it is not allowed (section 2.7).
        return .other
      }
    }

    private func preceding(_ place: Int) -> Unicode.Scalar? {
      place > 0 ? scalars[place - 1] : nil
    }

    private func following(_ place: Int) -> Unicode.Scalar? {
      place + 1 < scalars.count ? scalars[place + 1] : nil
    }

    private func script(_ scalar: Unicode.Scalar?) -> ContextScript? {
      scalar.map { ScalarProperties($0).script }
    }

    private func followsVirama(_ place: Int) -> Bool {
      // Viramas have Canonical_Combining_Class 9.
      preceding(place).map { ScalarProperties($0).combiningClass == 9 } ?? false
    }

    /// Whether a left- or dual-joining letter precedes the place, and a right- or dual-joining
    /// follows.
    ///
    /// Only transparent marks may be in between.
    private func breaksJoin(_ place: Int) -> Bool {
      let before = firstVisible(scalars[..<place].reversed())
      let after = firstVisible(scalars[(place + 1)...])
      return (before == .leftJoining || before == .dualJoining)
        && (after == .rightJoining || after == .dualJoining)
    }

    private func firstVisible(_ scalars: some Sequence<Unicode.Scalar>) -> JoiningType? {
      scalars.lazy.map { ScalarProperties($0).joiningType }.first { $0 != .transparent }
    }
  }
}
