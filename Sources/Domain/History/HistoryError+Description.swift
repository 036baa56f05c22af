extension HistoryError: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    switch self {
    case .noSuchAccount(let name): AccountError.noSuchAccount(name).description
    case .store(let failure): failure.description
    }
  }
}
