extension IntentionError: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    switch self {
    case .store(let failure): failure.description
    }
  }
}
