import MonikerDomain
import MonikerPresentation

/// The number of events that a store keeps.
enum HistoryLimit {
  static let variableName = "MONIKER_HISTORY_LIMIT"

  /// Reads the variable; without it, returns the default.
  ///
  /// - Throws: `configuration` for a value that is not a number from 0 to 1,000,000.
  static func read(_ environment: Environment) throws(Problem) -> Int {
    guard let value = try environment.variable(variableName) else {
      return RequestContext.standardHistoryLimit
    }
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(value),
      limit <= 1_000_000
    else {
      throw Problem(
        .configuration,
        "\"\(value)\" is not a number of events for the variable \(variableName). "
          + "Give one from 0 to 1000000."
      )
    }
    return limit
  }
}
