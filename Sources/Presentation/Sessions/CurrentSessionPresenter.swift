public import MonikerDomain

/// The presenter of `moniker whoami` and `moniker status`.
public struct CurrentSessionPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription
  private let actingAccount: ActingAccount

  /// Makes the presenter over the use case of a store.
  ///
  /// - Parameters:
  ///   - session: the use case.
  ///   - store: the description of the store for the outcomes.
  ///   - actingAccount: the account whose session is shown.
  public init(
    session: UserSessionUseCase,
    store: StoreDescription,
    actingAccount: ActingAccount = .active
  ) {
    self.session = session
    self.store = store
    self.actingAccount = actingAccount
  }

  /// Shows the acting account, and renews its session if use renews it.
  ///
  /// - Returns: the outcome, and a notice if the session could not be renewed.
  /// - Throws: a problem, also if nobody is signed in or the session has ended.
  public func actingAccount() async throws(Problem) -> (
    outcome: CurrentSessionOutcome, notice: Message?
  ) {
    let state: SessionState
    let failure: SessionError?
    do {
      (state, failure) = try await session.use(actingAccount.subject)
    } catch {
      throw Problem(error)
    }
    switch state {
    case .signedIn(let active):
      let outcome = CurrentSessionOutcome(
        active: active,
        store: store,
        actingAccount: actingAccount
      )
      let notice = failure.map { failure in
        let problem = Problem(failure)
        return Message("The session was not renewed. \(problem.message)", problem.remedies)
      }
      return (outcome, notice)
    case .signedOut:
      throw actingAccount.notSignedIn
    case .ended(let active):
      throw .ended(active)
    }
  }

  /// Shows who an identity token identifies, which has no session.
  ///
  /// - Parameter identity: who it identifies.
  /// - Returns: the outcome.
  /// - Throws: a problem if a rule names another account as the acting one.
  public func identified(_ identity: IdentityOutcome) throws(Problem) -> IdentityOutcome {
    guard identity.isOf(actingAccount.subject) else { throw actingAccount.notSignedIn }
    return identity
  }

  /// Shows the acting account as a service has told it last, without asking it.
  ///
  /// - Parameter told: the active session, and when it was told; nil if nothing was.
  /// - Returns: the outcome, and a notice with its age.
  /// - Throws: a problem, also if nobody was signed in, or if a rule names another account than the one that was
  ///   active.
  public func lastTold(
    _ told: (snapshot: SessionSnapshot, time: Timestamp)?
  ) throws(Problem) -> (outcome: CurrentSessionOutcome, notice: Message) {
    guard let told else {
      throw Problem(
        .storeUnreachable,
        "The service \(store.name.visible) has told this device nothing yet. Ask it first."
      )
    }
    let since = session.age(of: told.time).rough
    let age = "That is as of \(told.time.minutes(in: .utc)), \(since) ago."
    if let rule = actingAccount.rule {
      let active = told.snapshot.active?.account
      guard let active, rule.nickname.leads(to: active) else {
        let subject = active.map { "about \($0.nickname.text.visible)" } ?? "that nobody is active"
        throw Problem(
          .storeUnreachable,
          "This device was last told \(subject), and \(rule.saidBy) names "
            + "\(rule.nickname.text.visible). \(age)"
        )
      }
    }
    switch session.state(of: told.snapshot) {
    case .signedIn(let active):
      let outcome = CurrentSessionOutcome(
        active: active,
        store: store,
        actingAccount: actingAccount,
        toldAt: told.time
      )
      return (outcome, Message("The service was not asked. \(age)"))
    case .signedOut:
      let problem = actingAccount.notSignedIn
      throw Problem(problem.code, "\(problem.message) \(age)", problem.remedies)
    case .ended(let active):
      let problem = Problem.ended(active)
      throw Problem(problem.code, "\(problem.message) \(age)", problem.remedies)
    }
  }

  /// The state of the acting account's session, and the settings that led to the answer.
  ///
  /// - Parameters:
  ///   - storeSetting: the setting that chose the store.
  ///   - homeSetting: the setting that chose the folder of stores without a path of their own.
  /// - Throws: a problem if the store cannot be read; it is not one if nobody is signed in.
  public func status(
    storeSetting: Setting,
    homeSetting: Setting
  ) async throws(Problem) -> StatusOutcome {
    let snapshot = try await snapshot(of: actingAccount.subject)
    let state = session.state(of: snapshot)
    let isSignedIn = if case .signedIn = state { true } else { false }
    return StatusOutcome(
      state: state,
      remaining: isSignedIn ? session.remaining(in: snapshot) : nil,
      futureUse: session.futureUse(in: snapshot),
      actingAccount: actingAccount,
      active: actingAccount.rule == nil
        ? nil : session.state(of: try await self.snapshot(of: .active)),
      store: store,
      storeSetting: storeSetting,
      homeSetting: homeSetting
    )
  }

  private func snapshot(
    of subject: SessionSubject
  ) async throws(Problem) -> SessionSnapshot {
    do {
      return try await session.snapshot(of: subject)
    } catch {
      throw Problem(error)
    }
  }
}
