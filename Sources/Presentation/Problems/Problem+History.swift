public import MonikerDomain

extension Problem {
  /// Describes a failure of reading the history.
  public init(_ error: HistoryError) {
    switch error {
    case .noSuchAccount(let name): self.init(AccountError.noSuchAccount(name))
    case .store(let failure): self.init(failure)
    }
  }
}
