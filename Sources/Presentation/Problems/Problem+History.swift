public import MonikerDomain

extension Problem {
  /// Words what went wrong with the history.
  public init(_ error: HistoryError) {
    switch error {
    case .noSuchAccount(let name): self.init(AccountError.noSuchAccount(name))
    case .store(let failure): self.init(failure)
    }
  }
}
