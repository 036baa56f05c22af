package import MonikerDomain

extension HistoryEvent.Kind {
  /// The kind of the event that records the end of a session.
  package init(_ reason: SessionEnding.Reason) {
    switch reason {
    case .expired: self = .expired
    case .signedOut: self = .signedOut
    case .revoked: self = .revoked
    }
  }
}
