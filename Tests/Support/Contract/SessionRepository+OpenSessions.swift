public import MonikerDomain
import MonikerDoubles

extension SessionRepository {
  /// The sessions that hold at a time, in the order of their opening, up to the limit.
  public func openSessions(
    at time: Timestamp,
    limit: Int
  ) async throws(SessionError) -> [AccountSession] {
    let open = try await sessions(endedLimit: 0).entries.map(\.holder)
    return Array(open.filter { !$0.session.hasExpired(by: time) }.prefix(max(0, limit)))
  }
}
