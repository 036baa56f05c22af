/// The differences between two nicknames that look the same.
public struct NicknameResemblance: Hashable, Sendable {
  /// The differences in the order of the text; never empty for nicknames with different keys.
  public let differences: [Difference]

  /// A part of one nickname and its counterpart in the other.
  public struct Difference: Hashable, Sendable {
    /// The part of the wanted nickname.
    public let wanted: String

    /// The part of the nickname that the wanted one looks like.
    public let held: String

    /// Creates the value.
    public init(wanted: String, held: String) {
      self.wanted = wanted
      self.held = held
    }
  }

  /// Compares a nickname with one that it ``Nickname/resembles(_:)``.
  public init(of wanted: Nickname, to held: Nickname) {
    // Compare them as shown if those forms look alike; otherwise in lower case.
    let isShown = wanted.shownSkeleton == held.shownSkeleton
    let wanted = Self.appearance(of: isShown ? wanted.text : wanted.key.text)
    let held = Self.appearance(of: isShown ? held.text : held.key.text)
    differences = Self.aligned(wanted, held) ?? [Self.middle(wanted, held)]
  }

  /// A scalar and its prototype.
  private typealias Part = (scalar: Unicode.Scalar, prototype: [Unicode.Scalar])

  private static func appearance(of text: String) -> [Part] {
    NormalizationFormKC.decomposed(Array(text.unicodeScalars)).map {
      ($0, Lowercase.lowercased(Prototype.prototype(of: $0)))
    }
  }

  /// Aligns both by their prototypes and divides them wherever both have advanced equally far.
  ///
  /// - Returns: nil if the prototypes are in a different order, because a skeleton may reorder
  ///   marks.
  private static func aligned(_ wanted: [Part], _ held: [Part]) -> [Difference]? {
    var differences: [Difference] = []
    var ahead = 0
    var left: [Unicode.Scalar] = []
    var right: [Unicode.Scalar] = []
    var wantedRest = wanted[...]
    var heldRest = held[...]
    while !wantedRest.isEmpty || !heldRest.isEmpty {
      if ahead <= 0, let part = wantedRest.popFirst() {
        left.append(part.scalar)
        ahead += part.prototype.count
      } else if let part = heldRest.popFirst() {
        right.append(part.scalar)
        ahead -= part.prototype.count
      } else {
        return nil
      }
      guard ahead == 0 else { continue }
      // Letter case does not distinguish names.
      if Lowercase.lowercased(left) != Lowercase.lowercased(right) {
        guard shown(left) == shown(right) else { return nil }
        differences.append(difference(left, right))
      }
      left.removeAll()
      right.removeAll()
    }
    return ahead == 0 ? differences : nil
  }

  private static func shown(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    Lowercase.lowercased(scalars.flatMap(Prototype.prototype))
  }

  /// The parts between the common prefix and the common suffix.
  private static func middle(_ wanted: [Part], _ held: [Part]) -> Difference {
    let left = wanted.map(\.scalar)
    let right = held.map(\.scalar)
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let suffix = zip(left.dropFirst(prefix).reversed(), right.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    return difference(
      Array(left[prefix..<left.count - suffix]),
      Array(right[prefix..<right.count - suffix])
    )
  }

  private static func difference(
    _ wanted: [Unicode.Scalar],
    _ held: [Unicode.Scalar]
  ) -> Difference {
    var wanted = wanted
    var held = held
    NormalizationFormKC.normalize(&wanted)
    NormalizationFormKC.normalize(&held)
    return Difference(wanted: String(scalars: wanted), held: String(scalars: held))
  }
}
