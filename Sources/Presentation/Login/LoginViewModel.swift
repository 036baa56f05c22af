public import MonikerDomain
public import Observation

/// The login screen: shows who is signed in, signs in and out, and changes the nickname.
///
/// MVVM: a view reads ``state`` and calls the actions, and knows no more than that. Actions are
/// done one after another, in the order of their calls.
@MainActor
@Observable
public final class LoginViewModel {
  /// What the screen shows now.
  public private(set) var state = LoginState(session: nil, isWorking: true, report: nil)

  @ObservationIgnored private let setNickname: SetNicknameUseCase
  @ObservationIgnored private let userSession: UserSessionUseCase
  @ObservationIgnored private let store: StoreDescription
  @ObservationIgnored private let actingAccount: ActingAccount
  @ObservationIgnored private let terms: SessionTerms
  @ObservationIgnored private var last: Task<Void, Never>?

  /// Makes the screen and begins to load what is stored.
  ///
  /// - Parameters:
  ///   - setNickname: the use case over a store.
  ///   - userSession: the use case over the same store.
  ///   - store: how the store is called in what is shown.
  ///   - identity: whom the screen is about.
  ///   - terms: for how long somebody is signed in.
  public init(
    setNickname: SetNicknameUseCase,
    userSession: UserSessionUseCase,
    store: StoreDescription,
    actingAccount: ActingAccount = .active,
    terms: SessionTerms = .unlimited
  ) {
    self.setNickname = setNickname
    self.userSession = userSession
    self.store = store
    self.actingAccount = actingAccount
    self.terms = terms
    last = Task { await self.load() }
  }

  /// The nickname of whoever is signed in; empty when nobody is, and while it is not known.
  public var nickname: String { state.nickname }

  /// Whether somebody is signed in; nil while it is not known.
  public var isLoggedIn: Bool? { state.isLoggedIn }

  /// Returns once everything that was begun so far is done.
  public func settled() async {
    await last?.value
  }

  /// Signs in under a nickname; text that is not a nickname, such as an empty one, changes nothing
  /// and the report says why; so does somebody whom the screen is not about.
  public func login(_ typed: String) async {
    await perform { [self] in
      do throws(Problem) {
        try actingAccount.refuseLogin(as: typed)
      } catch {
        return finish(state.session, .failed(error))
      }
      do throws(NicknameError) {
        let signIn = try await setNickname.set(typed, on: terms)
        let outcome = LoginOutcome(
          signIn: signIn,
          typed: typed,
          terms: terms,
          store: store,
          actingAccount: actingAccount
        )
        finish(.signedIn(signIn.active), .done(outcome, notice: outcome.notice))
      } catch {
        finish(session(after: error), .failed(Problem(error)))
      }
    }
  }

  /// Gives whoever is signed in another nickname.
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

  /// Signs out whoever is signed in; nobody being signed in is no failure.
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

  /// What is known of the session after an action that failed.
  private func session(after error: NicknameError) -> SessionState? {
    switch error {
    case .notSignedIn: .signedOut
    case .sessionEnded(let active): .ended(active)
    case .rejected, .taken, .resembles, .store: state.session
    }
  }

  private func load() async {
    do {
      finish(try await userSession.current(actingAccount.subject), nil)
    } catch {
      finish(nil, .failed(Problem(error)))
    }
  }

  /// Does an action after those before it.
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
