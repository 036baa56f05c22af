extension PropertyListValue: Hashable {
  /// Returns whether both values are written alike, with exceptions for dates and for dictionary
  /// keys.
  ///
  /// That is stricter than equality of the payloads where a change could otherwise go unwritten
  /// (strings in another Unicode normal form, a negative zero), and looser where an unchanged value
  /// would be written at every change (not a number equals itself). The exceptions use the equality
  /// of the payloads: dates differ by fractions of a second, which are not written, and dictionary
  /// keys are equal if they are canonically equivalent in Unicode.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.string(let first), .string(let second)):
      // Unequal strings are detected quickly; equal ones may only be canonically equivalent.
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

  /// Hashes the components that `==` compares, or fewer.
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
