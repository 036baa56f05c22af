public import MonikerDomain

/// Has a folder name somebody, and tells of it.
public struct UsePresenter: Sendable {
  private let session: UserSessionUseCase
  private let policy: NicknamePolicy
  private let actingAccount: ActingAccount
  private let write: @Sendable (NicknameReference) throws(Problem) -> String

  /// Makes the presenter.
  ///
  /// - Parameters:
  ///   - session: tells whether somebody is signed in.
  ///   - policy: what is demanded of the nickname of somebody who is not.
  ///   - identity: whom commands act as so far.
  ///   - write: has the folder name somebody, and gives the file by which it does.
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

  /// Has the folder name somebody.
  ///
  /// - Parameter typed: the nickname; it need not be anybody's yet.
  /// - Throws: a problem, and the folder names whom it named before.
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
    // Whoever has been signed in may have a nickname of before today's rules.
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
