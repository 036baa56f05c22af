public import MonikerDomain
public import Observation

/// The login screen: shows who is signed in, signs in and out, and changes the nickname.
///
/// MVVM: a view depends only on ``state`` and the actions. Actions run one after another, in the
/// order of their calls.
@MainActor
@Observable
public final class LoginViewModel {
  /// The present state of the screen.
  public private(set) var state = LoginState(session: nil, isWorking: true, report: nil)

  /// Signs in under the nickname that a person typed.
  ///
  /// What a service proves and issues with a sign-in, the front end keeps: no secret passes this screen.
  public typealias SignInAction =
    @Sendable (_ typed: String, _ terms: SessionTerms) async throws(Problem) -> SignIn

  @ObservationIgnored private let setNickname: SetNicknameUseCase
  @ObservationIgnored private let signIn: SignInAction
  @ObservationIgnored private let userSession: UserSessionUseCase
  @ObservationIgnored private let store: StoreDescription
  @ObservationIgnored private let actingAccount: ActingAccount
  @ObservationIgnored private let terms: SessionTerms
  @ObservationIgnored private var last: Task<Void, Never>?

  /// Makes the screen and starts to load the session.
  ///
  /// - Parameters:
  ///   - setNickname: the use case over a store.
  ///   - userSession: the use case over the same store.
  ///   - store: the description of the store for the outcomes.
  ///   - actingAccount: the account whose session the screen uses.
  ///   - terms: the lifetime and renewal of sessions that the screen opens.
  ///   - signIn: signs in; nil to do it by `setNickname`, on a store that demands no proof.
  public init(
    setNickname: SetNicknameUseCase,
    userSession: UserSessionUseCase,
    store: StoreDescription,
    actingAccount: ActingAccount = .active,
    terms: SessionTerms = .unlimited,
    signIn: SignInAction? = nil
  ) {
    self.setNickname = setNickname
    self.signIn = signIn ?? Self.signIn(by: setNickname)
    self.userSession = userSession
    self.store = store
    self.actingAccount = actingAccount
    self.terms = terms
    last = Task { await self.load() }
  }

  /// The nickname of the account that is signed in; empty when none is or while it is not known.
  public var nickname: String { state.nickname }

  /// Whether somebody is signed in; nil while it is not known.
  public var isLoggedIn: Bool? { state.isLoggedIn }

  /// Returns when the actions called so far, and the first load, have ended.
  public func settled() async {
    await last?.value
  }

  /// Signs in under a nickname.
  ///
  /// Text that is not a nickname, such as an empty one, and a nickname other than that of a rule for
  /// the acting account change nothing; the report gives the reason.
  public func login(_ typed: String) async {
    await perform { [self] in
      do throws(Problem) {
        try actingAccount.refuseLogin(as: typed)
      } catch {
        return finish(state.session, .failed(error))
      }
      do throws(Problem) {
        let signIn = try await signIn(typed, terms)
        let outcome = LoginOutcome(
          signIn: signIn,
          typed: typed,
          terms: terms,
          store: store,
          actingAccount: actingAccount
        )
        finish(.signedIn(signIn.active), .done(outcome, notice: outcome.notice))
      } catch {
        finish(state.session, .failed(error))
      }
    }
  }

  /// Changes the nickname of the acting account.
  public func rename(to typed: String) async {
    await perform { [self] in
      do throws(NicknameError) {
        let renaming = try await setNickname.rename(actingAccount.subject, to: typed)
        let outcome = RenameOutcome(
          renaming: renaming,
          typed: typed,
          store: store,
          actingAccount: actingAccount
        )
        finish(.signedIn(renaming.after), .done(outcome, notice: outcome.notice))
      } catch NicknameError.notSignedIn {
        finish(.signedOut, .failed(actingAccount.notSignedIn))
      } catch {
        finish(session(after: error), .failed(Problem(error)))
      }
    }
  }

  /// Signs out the acting account; it is not a failure if nobody is signed in.
  public func clear() async {
    await perform { [self] in
      do throws(Problem) {
        try actingAccount.refuseLogout()
      } catch {
        return finish(state.session, .failed(error))
      }
      do throws(SessionError) {
        let signOut = try await userSession.signOut(actingAccount.subject)
        finish(
          .signedOut,
          .done(
            LogoutOutcome(signOut: signOut, store: store, actingAccount: actingAccount),
            notice: nil
          )
        )
      } catch {
        finish(state.session, .failed(Problem(error)))
      }
    }
  }

  private static func signIn(by setNickname: SetNicknameUseCase) -> SignInAction {
    { typed, terms throws(Problem) in
      do throws(NicknameError) {
        return try await setNickname.set(typed, on: terms)
      } catch {
        throw Problem(error)
      }
    }
  }

  /// The known state of the session after an action failed.
  private func session(after error: NicknameError) -> SessionState? {
    switch error {
    case .notSignedIn: .signedOut
    case .sessionEnded(let active): .ended(active)
    case .rejected, .taken, .resembles, .resting, .proofDemanded, .suspended, .tooManyAccounts,
      .store:
      state.session
    }
  }

  private func load() async {
    do {
      finish(try await userSession.current(actingAccount.subject), nil)
    } catch {
      finish(nil, .failed(Problem(error)))
    }
  }

  /// Runs an action after all earlier ones.
  private func perform(_ action: @escaping @MainActor () async -> Void) async {
    let previous = last
    let task = Task { @MainActor in
      await previous?.value
      state.isWorking = true
      state.report = nil
      await action()
    }
    last = task
    await task.value
  }

  private func finish(_ session: SessionState?, _ report: LoginState.Report?) {
    state = LoginState(session: session, isWorking: false, report: report)
  }
}
