package import MonikerDomain

/// How often something has happened within a time from the first of it.
///
/// After that time it counts anew. A clock that goes back by more than the time forgets it: a wrong clock must
/// not refuse anybody for years.
package struct RecentCount: Equatable, Sendable {
  package let since: Timestamp
  package let count: Int

  package init(since: Timestamp, count: Int) {
    self.since = since
    self.count = count
  }

  /// What has a limit.
  package struct Rule: Sendable {
    let limit: Int
    let period: Duration

    /// Wrong user codes of a device.
    package static let wrongCodes = Rule(limit: Link.maximumWrongCodes, period: Link.lifetime)

    /// Accounts that are added from a network.
    package static func signUps(_ quota: SignUpQuota) -> Rule {
      Rule(limit: quota.limit, period: SignUpQuota.period)
    }
  }

  /// The time until which another one is refused; nil if none is.
  package func refusal(_ rule: Rule, at time: Timestamp) -> Timestamp? {
    count >= rule.limit && since.isWithin(rule.period, of: time)
      ? since.advanced(by: rule.period) : nil
  }

  /// The count after another one.
  package static func added(
    to former: RecentCount?,
    _ rule: Rule,
    at time: Timestamp
  ) -> RecentCount {
    guard let former, former.since.isWithin(rule.period, of: time) else {
      return RecentCount(since: time, count: 1)
    }
    return RecentCount(since: former.since, count: former.count + 1)
  }
}
