extension PropertyListValue: Hashable {
  /// Whether both would be written alike.
  ///
  /// That is stricter than equality of the payloads where a change could otherwise go unwritten
  /// (strings in another Unicode normal form, a negative zero), and looser where an unchanged
  /// value would be written for ever (not a number equals itself).
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.string(let first), .string(let second)):
      // Equality of the strings is the quick refusal; it holds for equivalent ones too.
      first == second && first.utf8.elementsEqual(second.utf8)
    case (.integer(let first), .integer(let second)): first == second
    case (.unsigned(let first), .unsigned(let second)): first == second
    case (.integer(let signed), .unsigned(let unsigned)): signed == unsigned
    case (.unsigned(let unsigned), .integer(let signed)): signed == unsigned
    case (.real(let first), .real(let second)):
      first.bitPattern == second.bitPattern || (first.isNaN && second.isNaN)
    case (.boolean(let first), .boolean(let second)): first == second
    case (.date(let first), .date(let second)): first == second
    case (.data(let first), .data(let second)): first == second
    case (.array(let first), .array(let second)): first == second
    case (.dictionary(let first), .dictionary(let second)): first == second
    default: false
    }
  }

  /// Feeds what `==` compares, or less, to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): hasher.combine(text)
    case .integer(let number): hasher.combine(number)
    case .unsigned(let number): hasher.combine(Int64(truncatingIfNeeded: number))
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let flag): hasher.combine(flag)
    case .date(let date): hasher.combine(date)
    case .data(let data): hasher.combine(data)
    case .array(let values): hasher.combine(values)
    case .dictionary(let values): hasher.combine(values)
    }
  }
}
