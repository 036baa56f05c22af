import MonikerDomain

/// One step of a random walk.
enum Intention: Equatable, Sendable, CustomStringConvertible {
  case signIn(String, identity: Int, at: Int64, expiresAfter: Int64?, renewing: Int64?)
  /// As if the account were from an earlier version.
  case signInLapsed(String, identity: Int)
  case claim(String, account: Int, at: Int64)
  case rename(String?, to: String, at: Int64)
  case end(String?, at: Int64, naming: Int)
  case activate(String, at: Int64)
  case remove(account: Int)
  case reopen

  var description: String {
    switch self {
    case .signIn(let name, let identity, let time, let expiry, let limit):
      "sign in \(name.debugDescription) as new \(identity) at \(time)"
        + (expiry.map { ", for \($0)" } ?? "") + (limit.map { ", renewed below \($0)" } ?? "")
    case .signInLapsed(let name, let identity):
      "sign in \(name.debugDescription) as new \(identity), lapsed"
    case .claim(let name, let account, let time):
      "claim \(name.debugDescription) for \(account) at \(time)"
    case .rename(let subject, let name, let time):
      "rename \(subject?.debugDescription ?? "the active") to \(name.debugDescription) at \(time)"
    case .end(let subject, let time, let limit):
      "end the session of \(subject?.debugDescription ?? "the active") at \(time), naming \(limit)"
    case .activate(let name, let time): "switch to \(name.debugDescription) at \(time)"
    case .remove(let account): "remove \(account)"
    case .reopen: "open the store again"
    }
  }

  /// Few names and identities, so that steps meet; several spellings of each name.
  static func random(
    number: Int,
    reopening: Bool,
    by generator: inout SeededGenerator
  ) -> Intention {
    let names = [
      "mina", "Mina", " MINA ", "Åsa", "A\u{30A}sa", "길동", "\u{1100}\u{1175}\u{11AF}동",
      "a b", "a\u{3000} B", "😀", "<x>&\"", "z", "rnina", "Mlna", "minа", "ΑΣ", "ας", "ασ", "ａ b",
      "a\u{AD}b", "\u{FE0F}a", "",
    ]
    let name = names.randomElement(using: &generator) ?? "z"
    let subject = Bool.random(using: &generator) ? nil : names.randomElement(using: &generator)
    // Time goes on, and now and then back.
    let time = Int64(number * 10) + Int64.random(in: -40...40, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<45:
      // One identity in twenty is one that was given before.
      let isOld = number > 0 && Int.random(in: 0..<20, using: &generator) == 0
      return .signIn(
        name,
        identity: isOld ? Int.random(in: 0..<number, using: &generator) : number,
        at: time,
        expiresAfter: Bool.random(using: &generator)
          ? Int64.random(in: 0...200, using: &generator) : nil,
        renewing: Bool.random(using: &generator)
          ? Int64.random(in: 0...200, using: &generator) : nil
      )
    case 45..<50:
      return .signInLapsed(name.isEmpty ? "z" : name, identity: number)
    case 50..<60:
      return .claim(name, account: Int.random(in: 0..<max(1, number), using: &generator), at: time)
    case 60..<75:
      return .rename(subject, to: name, at: time)
    case 75..<80:
      return .activate(name, at: time)
    case 80..<83:
      return .remove(account: Int.random(in: 0..<max(1, number), using: &generator))
    case 83..<92 where reopening:
      return .reopen
    default:
      return .end(subject, at: time, naming: Int.random(in: 0...3, using: &generator))
    }
  }
}

/// What a step gave, without what stores may word differently.
enum Answer: Equatable {
  case signedIn(SignIn)
  case account(Account)
  case renamed(Renaming)
  case signedOut(SignOut)
  case reopened
  case refused(NicknameError)
  case activated(Activation)
  case removed(AccountRemoval?)
  case accountRefused(AccountError)
  case failed(StoreFailure.Reason)
  case other(String)
}
