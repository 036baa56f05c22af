/// Values written as Swift writes them: `["volume": 5, "names": ["mina", "robert"], "muted": true]`.
extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates text.
  public init(stringLiteral text: String) { self = .string(text) }

  /// Creates a whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// Creates a floating-point number.
  public init(floatLiteral number: Double) { self = .real(number) }

  /// Creates true or false.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }

  /// Creates an array.
  public init(arrayLiteral values: PropertyListValue...) { self = .array(values) }

  /// Creates a dictionary; of several equal keys, the last one counts.
  public init(dictionaryLiteral entries: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(entries) { $1 })
  }
}
