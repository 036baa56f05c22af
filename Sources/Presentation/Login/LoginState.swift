public import MonikerDomain

/// The whole state of the login screen, as one value.
public struct LoginState: Sendable {
  /// Whether somebody is signed in; nil while it is not known.
  ///
  /// It stays unchanged during an action and when the store fails.
  public internal(set) var session: SessionState?

  /// Whether an action is in progress.
  public internal(set) var isWorking: Bool

  /// The result of the last action; nil before the first one and during an action.
  public internal(set) var report: Report?

  /// How an action ended.
  public enum Report: Sendable {
    /// The action succeeded.
    case done(any Outcome, notice: Message?)
    /// The action failed; nothing was changed unless the problem says otherwise.
    case failed(Problem)
  }

  /// The nickname of the account that is signed in; empty when none is or while it is not known.
  public var nickname: String {
    guard case .signedIn(let active) = session else { return "" }
    return active.account.nickname.text
  }

  /// Whether somebody is signed in; nil before the store has answered, or if its first answer was a
  /// failure.
  public var isLoggedIn: Bool? {
    guard let session else { return nil }
    guard case .signedIn = session else { return false }
    return true
  }
}
