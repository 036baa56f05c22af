public import MonikerDomain

/// All that the login screen shows, as one value.
public struct LoginState: Sendable {
  /// Whether somebody is signed in, as far as it is known.
  ///
  /// It stays as it was while the screen works and when the store fails.
  public internal(set) var session: SessionState?

  /// Whether an answer of the store is awaited.
  public internal(set) var isWorking: Bool

  /// What the last action has led to; nil before the first and while one is under way.
  public internal(set) var report: Report?

  /// How an action has ended.
  public enum Report: Sendable {
    /// It was done.
    case done(any Outcome, notice: String?)
    /// It was not; the problem says so if something was changed all the same.
    case failed(Problem)
  }

  /// The nickname of whoever is signed in; empty when nobody is, and while it is not known.
  public var nickname: String {
    guard case .signedIn(let active) = session else { return "" }
    return active.account.nickname.text
  }

  /// Whether somebody is signed in; nil while it is not known, be it that the store has not
  /// answered yet or that it failed.
  public var isLoggedIn: Bool? {
    guard let session else { return nil }
    guard case .signedIn = session else { return false }
    return true
  }
}
