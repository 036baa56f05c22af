extension IntentionError: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    switch self {
    case .notRepeatable(let error): error.description
    case .store(let failure): failure.description
    }
  }
}
