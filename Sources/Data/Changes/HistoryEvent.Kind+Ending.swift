import MonikerDomain

extension HistoryEvent.Kind {
  /// What tells that a session has ended.
  init(_ reason: SessionEnding.Reason) {
    switch reason {
    case .expired: self = .expired
    case .signedOut: self = .signedOut
    case .revoked: self = .revoked
    }
  }
}
