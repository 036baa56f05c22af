import MonikerDomain

/// The state of the active session at one moment.
public struct SessionWatchOutcome: Outcome, Hashable {
  let state: SessionState
  let store: StoreDescription

  /// A sentence.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    state.sentence(remaining: nil, in: zone)
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case signedIn, store
  }

  /// Encodes the session's fields (also of an ended session), `signedIn` and `store`.
  public func encode(to encoder: any Encoder) throws {
    try SessionFields(active: state.session).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if case .signedIn = state {
      try container.encode(true, forKey: .signedIn)
    } else {
      try container.encode(false, forKey: .signedIn)
    }
    try container.encode(store, forKey: .store)
  }
}
