/// Suggests a nickname for a text that was rejected.
enum NearestNickname {
  /// The maximum number of corrections to one text.
  private static let attempts = 4

  /// Returns the nearest text that is a nickname; nil if there is none.
  static func to(
    _ typed: String,
    refusedFor reason: NicknameRejection.Reason,
    under policy: NicknamePolicy
  ) -> String? {
    guard typed.utf8.count <= policy.maximumTypedBytes else { return nil }
    var scalars = Array(typed.unicodeScalars)
    var reason = reason
    for _ in 0..<attempts {
      guard mend(&scalars, reason, policy) else { return nil }
      do {
        return try Nickname.made(from: String(scalars: scalars), under: policy).text
      } catch {
        reason = error
      }
    }
    return nil
  }

  /// Corrects what the reason names; returns false for a reason that no small correction removes.
  private static func mend(
    _ scalars: inout [Unicode.Scalar],
    _ reason: NicknameRejection.Reason,
    _ policy: NicknamePolicy
  ) -> Bool {
    switch reason {
    case .empty, .unstable, .reserved:
      return false
    case .disallowed(let found):
      mend(&scalars, found)
    case .tooManyCharacters, .tooManyBytes:
      shorten(&scalars, policy)
    }
    return true
  }

  private static func mend(_ scalars: inout [Unicode.Scalar], _ found: DisallowedScalar) {
    NormalizationFormKC.normalize(&scalars)
    switch found.rule {
    case .arabicIndicDigit, .extendedArabicIndicDigit:
      // Use one set of digits for all: the set of the first digit.
      unifyDigits(&scalars)
    case .zeroWidthNonJoiner, .zeroWidthJoiner, .middleDot, .greekKeraia, .hebrewPunctuation,
      .katakanaMiddleDot:
      var context = FreeformClass.Context(scalars)
      scalars = scalars.enumerated().compactMap { place, scalar in
        guard scalar == found.scalar, context.violation(by: scalar, at: place) != nil else {
          return scalar
        }
        return nil
      }
    case .blank:
      // A blank character between words separates them.
      scalars = scalars.map { ScalarProperties($0).isBlank ? " " : $0 }
    case .leadingMark:
      let name = scalars.drop { $0.properties.isWhitespace || ScalarProperties($0).isMark }
      scalars = Array(name)
    default:
      scalars = scalars.compactMap { scalar in
        guard FreeformClass.neverAllows(scalar) else { return scalar }
        // A tab or a line end separates words.
        return scalar.properties.isWhitespace ? " " : nil
      }
    }
  }

  private static func unifyDigits(_ scalars: inout [Unicode.Scalar]) {
    let sets = [FreeformClass.Context.arabicIndic, FreeformClass.Context.extendedArabicIndic]
    let first = scalars.lazy.compactMap { scalar in sets.first { $0.contains(scalar) } }.first
    guard let wanted = first else { return }
    scalars = scalars.map { scalar in
      guard let set = sets.first(where: { $0.contains(scalar) }) else { return scalar }
      let digit = scalar.value - set.lowerBound.value
      return Unicode.Scalar(wanted.lowerBound.value + digit) ?? scalar
    }
  }

  /// Truncates the text to the characters that fit.
  private static func shorten(_ scalars: inout [Unicode.Scalar], _ policy: NicknamePolicy) {
    NormalizationFormKC.normalize(&scalars)
    var kept = String(scalars: scalars).prefix(policy.maximumCharacters)
    while kept.utf8.count > policy.maximumBytes { kept.removeLast() }
    scalars = Array(kept.unicodeScalars)
  }
}
