public import MonikerDomain

/// An event of the history as a page of a list shows it.
public struct EventRow: Hashable, Sendable {
  /// When it happened.
  public let time: DisplayTime

  /// What happened, in words: `signed in`, `recovery key replaced`.
  public let kind: String

  /// The nickname of the account at that time; nil after the account was removed.
  public let nickname: String?

  /// The nickname before a renaming; nil for other events.
  public let earlierNickname: String?

  /// The host and terminal of the request, as far as known; empty if neither is.
  public let place: String

  init(_ event: HistoryEvent) {
    time = DisplayTime(event.time)
    kind = event.kind.phrase
    nickname = event.nickname
    earlierNickname = event.earlierNickname
    place = event.place
  }
}

/// A page of the history, the newest event first.
public struct HistoryPage: Hashable, Sendable {
  /// The events.
  public let rows: [EventRow]

  /// Where the page with earlier events begins; nil if there are none.
  public let next: PageCursor?
}

extension HistoryEvent {
  /// The host and terminal of the request, as far as known; empty if neither is.
  var place: String {
    [origin.host, origin.terminal].compactMap { $0?.visible }.joined(separator: ", ")
  }
}

extension HistoryEvent.Kind {
  /// The kind in words that stand by themselves.
  fileprivate var phrase: String {
    switch self {
    case .accountAdded: "account added"
    case .profileChanged: "profile changed"
    case .recoveryKeyReplaced: "recovery key replaced"
    case .accountRemoved: "account removed"
    case .signedIn, .signedOut, .expired, .revoked, .switched, .renamed, .suspended, .resumed:
      words
    }
  }

  /// The kind in few words, for a column.
  var words: String {
    switch self {
    case .accountAdded: "added"
    case .signedIn: "signed in"
    case .signedOut: "signed out"
    case .expired: "expired"
    case .revoked: "revoked"
    case .switched: "switched"
    case .renamed: "renamed"
    case .profileChanged: "profile"
    case .recoveryKeyReplaced: "new key"
    case .suspended: "suspended"
    case .resumed: "resumed"
    case .accountRemoved: "removed"
    }
  }
}
