import MonikerDomain
package import MonikerPresentation

/// Reads lengths of time: `8h`, `30m`, `1d12h`.
package enum Lifetime {
  static let variableName = "MONIKER_EXPIRES_IN"

  private static let units: [Character: Int64] = [
    "w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1,
  ]

  private static let limit = SessionTerms.maximumLifetime.components.seconds

  /// Reads numbers with their units.
  ///
  /// - Returns: nil for a text of another form, for zero, and for more than ten years.
  static func read(_ text: String) -> Duration? {
    var seconds: Int64 = 0
    var rest = Substring(text)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 10, let number = Int64(digits),
        let unit = rest.popFirst().flatMap({ units[$0] }), number <= limit
      else { return nil }
      seconds += number * unit
      guard seconds <= limit else { return nil }
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// The values of the options of a sign-in.
  struct Wish: Sendable {
    var expiresIn: String?
    var isSliding = false
    var minRemaining: String?
  }

  /// Makes the terms of a session from the options, or else from the variable.
  ///
  /// - Throws: `usage` for a bad option, `configuration` for a bad variable.
  static func terms(
    _ wish: Wish,
    _ environment: Environment
  ) throws(Problem) -> SessionTerms {
    var lifetime: Duration?
    if let expiresIn = wish.expiresIn {
      lifetime = try read(expiresIn, of: "the option --expires-in", wrong: .usage)
    } else if let value = try environment.variable(variableName) {
      lifetime = try read(value, of: "the variable \(variableName)", wrong: .configuration)
    }
    let minimum = try wish.minRemaining.map { text throws(Problem) in
      try read(text, of: "the option --min-remaining", wrong: .usage)
    }
    do {
      return try SessionTerms(
        lifetime: lifetime,
        isSliding: wish.isSliding,
        minimumRemaining: minimum
      ).validated()
    } catch {
      throw Problem(.usage, sentence(for: error))
    }
  }

  private static func sentence(for error: SessionTermsError) -> String {
    switch error {
    case .lifetimeTooLong:
      "\(error) Give a shorter time."
    case .slidingLifetimeTooShort:
      "\(error) Give such a time with --expires-in, or set \(variableName)."
    case .noLifetimeToRenew:
      "The option --min-remaining needs a time to renew the session for. "
        + "Give --expires-in too, or set \(variableName)."
    case .minimumRemainingTooLong:
      "The option --min-remaining is longer than the session lasts. Give a shorter time, or a longer "
        + "--expires-in."
    }
  }

  /// Reads the value of an option or a variable.
  ///
  /// - Throws: a problem of the kind `code` that names it.
  package static func read(
    _ text: String,
    of name: String,
    wrong code: Problem.Code
  ) throws(Problem) -> Duration {
    guard let duration = read(text) else {
      throw Problem(
        code,
        "\"\(text)\" is not a length of time for \(name). "
          + "Give numbers with w, d, h, m or s, such as 8h or 1d12h, up to 3650d."
      )
    }
    return duration
  }
}
