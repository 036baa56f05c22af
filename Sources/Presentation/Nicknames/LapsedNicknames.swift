import MonikerDomain

/// The nicknames of an earlier version that today's rules would refuse, as `status` shows them.
struct LapsedNicknames: Hashable {
  /// As many as are shown.
  static let limit = 10

  private let shown: [LapsedNickname]
  private let moreExist: Bool

  /// - Parameter found: up to one more than are shown.
  init(_ found: [LapsedNickname]) {
    shown = Array(found.prefix(Self.limit))
    moreExist = found.count > Self.limit
  }

  /// A line for each and one for what to do; nil if there are none.
  var text: String? {
    guard !shown.isEmpty else { return nil }
    let lines = shown.map { "  " + Self.line(for: $0) } + (moreExist ? ["  and others"] : [])
    return """
      Nicknames from before today's rules, which are kept:
      \(lines.joined(separator: "\n"))
      To change one, sign in by exactly its spelling, then: moniker rename NEW
      """
  }

  private static func line(for lapsed: LapsedNickname) -> String {
    let name = "\"\(lapsed.account.nickname.text.visible)\""
    return switch lapsed.reason {
    case .sameClaim(let holder):
      "\(name) is the same as \"\(holder.nickname)\" today, which another account holds."
    case .resembles(let other):
      "\(name) can be taken for \"\(other.nickname)\", which another account holds."
    case .notAllowed(let reason):
      "\(name) is no nickname any more: \(Problem.sentence(for: reason))."
    case .claimable:
      "\(name) is free again: rename to the same name to make it whole."
    }
  }
}

extension LapsedNicknames: Encodable {
  private enum CodingKeys: CodingKey {
    case lapsedNicknames, moreLapsedNicknames
  }

  private enum EntryKeys: CodingKey {
    case nickname, accountID, reason, other, message
  }

  /// Encodes `lapsedNicknames` (`nickname`, `accountID`, `reason`, `other`, the nickname that is
  /// in the way, or null, and `message`) and `moreLapsedNicknames`.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(moreExist, forKey: .moreLapsedNicknames)
    var list = container.nestedUnkeyedContainer(forKey: .lapsedNicknames)
    for lapsed in shown {
      var entry = list.nestedContainer(keyedBy: EntryKeys.self)
      let (reason, other) = Self.fields(of: lapsed.reason)
      try entry.encode(lapsed.account.nickname.text, forKey: .nickname)
      try entry.encode(lapsed.account.id.description, forKey: .accountID)
      try entry.encode(reason, forKey: .reason)
      try entry.encode(other?.nickname.text, forKey: .other)
      try entry.encode(Self.line(for: lapsed), forKey: .message)
    }
  }

  private static func fields(of reason: LapsedNickname.Reason) -> (String, Account?) {
    switch reason {
    case .sameClaim(let holder): ("sameClaim", holder)
    case .resembles(let other): ("resembles", other)
    case .notAllowed: ("notAllowed", nil)
    case .claimable: ("claimable", nil)
    }
  }
}
