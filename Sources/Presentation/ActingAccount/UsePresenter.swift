public import MonikerDomain

/// The presenter of `moniker use`: writes the project file that names an account for a folder.
public struct UsePresenter: Sendable {
  private let session: UserSessionUseCase
  private let policy: NicknamePolicy
  private let actingAccount: ActingAccount
  private let write: @Sendable (NicknameReference) throws(Problem) -> String

  /// Makes the presenter.
  ///
  /// - Parameters:
  ///   - session: the use case over a store.
  ///   - policy: the rules for a nickname that has no session.
  ///   - actingAccount: the account whose session commands use before the change.
  ///   - write: writes the nickname into the project file, and returns the path of the file.
  public init(
    session: UserSessionUseCase,
    policy: NicknamePolicy,
    actingAccount: ActingAccount = .active,
    write: @escaping @Sendable (NicknameReference) throws(Problem) -> String
  ) {
    self.session = session
    self.policy = policy
    self.actingAccount = actingAccount
    self.write = write
  }

  /// Writes a nickname into the project file.
  ///
  /// - Parameter typed: the nickname; no account need have it yet.
  /// - Throws: a problem; the project file is unchanged then.
  public func use(_ typed: String) async throws(Problem) -> UseOutcome {
    let reference = NicknameReference(typed: typed, under: policy)
    var isSignedIn = false
    var isKnown = false
    if let reference {
      do {
        let state = try await session.current(.holder(of: reference))
        if case .signedIn = state { isSignedIn = true }
        isKnown = state != .signedOut
      } catch {
        throw Problem(error)
      }
    }
    // The nickname of an account with a session may be older than the present rules.
    if !isKnown {
      do {
        _ = try Nickname(typed, under: policy)
      } catch {
        throw Problem(error)
      }
    }
    guard let reference else { throw Problem(NicknameRejection(.empty)) }
    return UseOutcome(
      nickname: reference,
      path: try write(reference),
      isSignedIn: isSignedIn,
      actingAccount: actingAccount
    )
  }
}
