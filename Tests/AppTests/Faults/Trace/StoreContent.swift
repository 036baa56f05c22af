import MonikerDomain
import MonikerDoubles

/// Everything that a store returns from its ports.
struct StoreContent: Hashable, Sendable, CustomStringConvertible {
  let accounts: [AccountEntry]
  let sessions: [SessionEntry]
  let events: [HistoryEvent]
  let profiles: [ProfileContent]

  init(of store: any Store) async throws {
    accounts = try await store.accountList().entries
    sessions = try await store.sessions(endedLimit: .max).entries
    events = try await store.events(limit: .max)
    var profiles: [ProfileContent] = []
    for entry in accounts {
      let profile = try await store.profile(of: entry.account.id, in: .test)
      profiles.append(profile?.content ?? .empty)
    }
    self.profiles = profiles
  }

  /// Whether two runs of one command left the same content, apart from the IDs and times that each
  /// run makes; records from before the command must be equal.
  func isSame(as other: StoreContent, since before: StoreContent) -> Bool {
    shape(since: before) == other.shape(since: before)
  }

  /// The lines of the shape in which two contents differ.
  func difference(from other: StoreContent, since before: StoreContent) -> [String] {
    let (own, theirs) = (shape(since: before), other.shape(since: before))
    return own.filter { !theirs.contains($0) }.map { "+ \($0)" }
      + theirs.filter { !own.contains($0) }.map { "- \($0)" }
  }

  private func shape(since before: StoreContent) -> [String] {
    let accountIDs = Set(before.accounts.map(\.account.id))
    let sessionIDs = Set(before.sessions.map(\.session.id))
    func name(_ id: AccountID) -> String { accountIDs.contains(id) ? id.description : "new" }
    func name(_ id: SessionID?) -> String {
      guard let id else { return "none" }
      return sessionIDs.contains(id) ? id.description : "new"
    }
    return accounts.map {
      "account \(name($0.account.id)) \($0.account.nickname.text) \(name($0.session?.id)) \($0.isActive)"
    }
      + sessions.map {
        let ending = $0.session.ending
        return "session \(name($0.session.id)) of \(name($0.account.id)) \($0.isActive) "
          + "\(ending?.reason.rawValue ?? "open") \(ending?.sequence ?? 0)"
      }
      + profiles.map { "profile \($0.title) \($0.description)" }
      + events.map {
        before.events.contains($0)
          ? "\($0)"
          : "event \($0.sequence) \($0.kind) \(name($0.accountID)) \($0.nickname ?? "-") "
            + "\($0.earlierNickname ?? "") \(name($0.sessionID))"
      }
  }

  var description: String {
    let accounts = accounts.map { entry in
      entry.account.nickname.text + (entry.isActive ? "*" : entry.isSignedIn ? "+" : "")
    }
    let events = events.map { "\($0.sequence) \($0.kind) \($0.nickname ?? "-")" }
    return "\(accounts), \(sessions.count) sessions, \(events)"
  }
}
