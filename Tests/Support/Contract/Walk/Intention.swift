import MonikerDomain

/// One step of a random walk.
enum Intention: Equatable, Sendable, CustomStringConvertible {
  case signIn(
    String,
    newID: Int,
    at: Int64,
    lasting: Int64?,
    sliding: Bool,
    renewing: Int64?
  )
  case assign(String, account: Int, at: Int64)
  case ask(String, account: Int?, at: Int64)
  case rename(String?, to: String, at: Int64)
  case end(String?, at: Int64, naming: Int)
  case activate(String, at: Int64)
  case remove(account: Int, at: Int64)
  case save(account: Int, version: Int, text: Int, at: Int64)
  case renew(String?, at: Int64)
  case endSessions(Scope, at: Int64)
  case limit(Int)
  case recordExpiries(at: Int64)
  case list(limit: Int)
  case find(String, limit: Int)
  /// By the ID of the account: finding it by its nickname would be a second call.
  case look(account: Int?, since: Int64?, limit: Int)
  case reopen

  /// The sessions to end.
  enum Scope: Equatable, Sendable {
    case session(Int)
    case subject(String?)
    case others(String?)
    case otherDevices(String?)
    case all
  }

  var description: String {
    switch self {
    case .signIn(let name, let newID, let time, let lifetime, let isSliding, let limit):
      "sign in \(name.debugDescription) as new \(newID) at \(time)"
        + (lifetime.map { ", for \($0)" } ?? "") + (isSliding ? ", sliding" : "")
        + (limit.map { ", renewed below \($0)" } ?? "")
    case .assign(let name, let account, let time):
      "claim \(name.debugDescription) for \(account) at \(time)"
    case .ask(let name, let account, let time):
      "ask for \(name.debugDescription) for \(account.map { "\($0)" } ?? "a new account") at \(time)"
    case .rename(let subject, let name, let time):
      "rename \(subject?.debugDescription ?? "the active") to \(name.debugDescription) at \(time)"
    case .end(let subject, let time, let limit):
      "end the session of \(subject?.debugDescription ?? "the active") at \(time), naming \(limit)"
    case .activate(let name, let time): "switch to \(name.debugDescription) at \(time)"
    case .remove(let account, let time): "remove \(account) at \(time)"
    case .save(let account, let version, let text, let time):
      "save text \(text) over version \(version) of the profile of \(account) at \(time)"
    case .renew(let subject, let time):
      "use the session of \(subject?.debugDescription ?? "the active") at \(time)"
    case .endSessions(let scope, let time): "end sessions: \(scope) at \(time)"
    case .limit(let limit): "limit the history to \(limit)"
    case .recordExpiries(let time): "record what has expired at \(time)"
    case .list(let limit): "list a page of \(limit) sessions"
    case .find(let prefix, let limit): "find \(limit) sessions that begin with \(prefix)"
    case .look(let account, let since, let limit):
      "look at \(limit) events of \(account.map { "account \($0)" } ?? "all") since "
        + (since.map { "\($0)" } ?? "ever")
    case .reopen: "open the store again"
    }
  }

  /// The step with each time and length of time 1,000 times as long: a service counts whole seconds.
  var inSeconds: Intention {
    func longer(_ time: Int64) -> Int64 { time * 1_000 }
    switch self {
    case .signIn(let name, let newID, let time, let lifetime, let isSliding, let limit):
      return .signIn(
        name,
        newID: newID,
        at: longer(time),
        lasting: lifetime.map(longer),
        sliding: isSliding,
        renewing: limit.map(longer)
      )
    case .assign(let name, let account, let time):
      return .assign(name, account: account, at: longer(time))
    case .ask(let name, let account, let time):
      return .ask(name, account: account, at: longer(time))
    case .rename(let subject, let name, let time):
      return .rename(subject, to: name, at: longer(time))
    case .end(let subject, let time, let limit):
      return .end(subject, at: longer(time), naming: limit)
    case .activate(let name, let time): return .activate(name, at: longer(time))
    case .remove(let account, let time): return .remove(account: account, at: longer(time))
    case .save(let account, let version, let text, let time):
      return .save(account: account, version: version, text: text, at: longer(time))
    case .renew(let subject, let time): return .renew(subject, at: longer(time))
    case .endSessions(let scope, let time): return .endSessions(scope, at: longer(time))
    case .recordExpiries(let time): return .recordExpiries(at: longer(time))
    case .look(let account, let since, let limit):
      return .look(account: account, since: since.map(longer), limit: limit)
    case .limit, .list, .find, .reopen: return self
    }
  }

  /// Several spellings of each nickname, and some refused ones.
  static let names = [
    "mina", "Mina", " MINA ", "Åsa", "A\u{30A}sa", "길동", "\u{1100}\u{1175}\u{11AF}동",
    "a b", "a\u{3000} B", "😀", "<x>&\"", "z", "rnina", "Mlna", "minа", "ΑΣ", "ας", "ασ", "ａ b",
    "a\u{AD}b", "\u{FE0F}a", "",
  ]

  /// Draws from few nicknames and IDs, so that steps meet.
  static func random(
    number place: Int,
    reopening: Bool,
    by generator: inout SeededGenerator
  ) -> Intention {
    let name = names.randomElement(using: &generator) ?? "z"
    let subject = Bool.random(using: &generator) ? nil : names.randomElement(using: &generator)
    // Time advances, and sometimes goes back.
    let time = Int64(place * 10) + Int64.random(in: -40...40, using: &generator)
    func number(in range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    func few(_ limit: Int64) -> Int64? {
      Bool.random(using: &generator) ? Int64.random(in: 1...limit, using: &generator) : nil
    }
    switch number(in: 0..<100) {
    case 0..<40:
      // One ID in twenty is already in use.
      let isOld = place > 0 && number(in: 0..<20) == 0
      // Most lifetimes are about a few steps long, some long enough to be renewed by use.
      let lifetime = number(in: 0..<4) == 0 ? few(500_000) : few(200)
      return .signIn(
        name,
        newID: isOld ? number(in: 0..<place) : place,
        at: time,
        lasting: lifetime,
        sliding: lifetime != nil && Bool.random(using: &generator),
        renewing: few(200)
      )
    case 40..<48:
      return .assign(name, account: number(in: 0..<max(1, place)), at: time)
    case 48..<59:
      return .rename(subject, to: name, at: time)
    case 59..<64:
      return .activate(name, at: time)
    case 64..<67:
      // Most accounts are added by the first steps.
      let account = number(in: 0..<min(place + 1, 40))
      return .remove(account: account, at: time)
    case 67..<69:
      return .recordExpiries(at: time)
    case 72..<75:
      // Few versions and texts, so that some edits are refused and some change nothing.
      return .save(
        account: number(in: 0..<min(place + 1, 40)),
        version: number(in: 0..<3),
        text: number(in: 0..<4),
        at: time
      )
    case 69..<72:
      // Mostly late enough for a renewal.
      let distance: Int64 = [-200_000, 0, 61_000, 61_000].randomElement(using: &generator) ?? 0
      return .renew(subject, at: time + distance)
    case 75..<77:
      let scopes: [Scope] = [
        .session(number(in: 0..<place + 1)), .subject(subject), .others(subject),
        .otherDevices(subject), .all,
      ]
      let scope = scopes.randomElement(using: &generator) ?? .all
      return .endSessions(scope, at: time)
    case 77..<79:
      return .list(limit: number(in: -1..<6))
    case 79..<81:
      let texts = ["5", "4", "5000", "0", "50000000-0000-0000-0000-00000000000"]
      return .find(texts.randomElement(using: &generator) ?? "5", limit: number(in: 0..<9))
    case 81..<83:
      // Mostly small, so that events are removed during the walk, and the walk is fast.
      return .limit(number(in: 0..<4) == 0 ? number(in: 0..<30) : 12)
    case 83..<86:
      return .look(
        account: subject == nil ? nil : number(in: 0..<min(place + 1, 40)),
        since: few(max(1, Int64(place * 10))),
        limit: number(in: 0..<20)
      )
    case 86..<89:
      let account = subject == nil ? nil : number(in: 0..<min(place + 1, 40))
      return .ask(name, account: account, at: time)
    case 89..<95 where reopening:
      return .reopen
    default:
      return .end(subject, at: time, naming: number(in: 0..<4))
    }
  }
}
