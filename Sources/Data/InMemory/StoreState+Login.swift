package import MonikerDomain

extension StoreState {
  package mutating func signIn(_ request: SignInRequest) throws(SignInRefused) -> SignIn {
    try perform(request.context) { state, time throws(SignInRefused) in
      .changed(try state.signIn(request, at: time))
    }
  }

  private mutating func signIn(
    _ request: SignInRequest,
    at time: Timestamp
  ) throws(SignInRefused) -> SignIn {
    let origin = request.context.origin
    let holder = accounts.holder(of: NicknameReference(request.nickname))
    let account: Account
    if let holder {
      account = holder
    } else {
      account = try newAccount(for: request, at: time)
      accounts.append(account)
      record(.accountAdded, of: account, nil, at: time, from: origin)
    }

    let place = place(of: account.id).flatMap { sessions[$0].ending == nil ? $0 : nil }
    guard let place else {
      guard sessions.allSatisfy({ $0.id != request.newSessionID }) else { throw .idInUse }
      let session = Session.opened(by: request, for: account.id, at: time)
      sessions.append(session)
      activeSessionID = session.id
      lastSignIns[account.id] = time
      record(.signedIn, of: account, session.id, at: time, from: origin)
      return SignIn(
        active: AccountSession(account: account, session: session),
        isNewAccount: holder == nil,
        isNewSession: true
      )
    }
    let earlier = sessions[place]
    let kept = earlier.kept(on: request.terms, at: time)
    sessions[place] = kept
    if activeSessionID != kept.id {
      activeSessionID = kept.id
      record(.switched, of: account, kept.id, at: time, from: origin)
    }
    return SignIn(
      active: AccountSession(account: account, session: kept),
      isNewAccount: false,
      isNewSession: false,
      isRenewed: kept.expiresAt != earlier.expiresAt
    )
  }

  private func newAccount(
    for request: SignInRequest,
    at time: Timestamp
  ) throws(SignInRefused) -> Account {
    let nickname = request.nickname
    if let refusal = NicknameConflict(holder: nil, lookalike: lookalike(of: nickname)) {
      throw .conflict(refusal, of: nickname)
    }
    guard accounts.allSatisfy({ $0.id != request.newAccountID }) else { throw .idInUse }
    return Account(id: request.newAccountID, nickname: nickname, createdAt: time)
  }

  package mutating func assign(
    _ nickname: Nickname,
    to id: AccountID,
    at context: RequestContext
  ) throws(NicknameConflict) -> Account {
    try perform(context) { state, time throws(NicknameConflict) in
      try state.assign(nickname, to: id, context, at: time)
    }
  }

  private mutating func assign(
    _ nickname: Nickname,
    to id: AccountID,
    _ context: RequestContext,
    at time: Timestamp
  ) throws(NicknameConflict) -> StoreStep<Account> {
    let place = accounts.firstIndex { $0.id == id }
    let own = place.map { accounts[$0] }
    let refusal = NicknameConflict(
      holder: accounts.first { $0.nickname.key == nickname.key && $0.id != id },
      lookalike: lookalike(of: nickname, otherThan: id)
    )
    if let refusal { throw refusal }
    let account = Account(id: id, nickname: nickname, createdAt: own?.createdAt ?? time)
    guard account != own else { return .unchanged(account) }
    if let place { accounts[place] = account } else { accounts.append(account) }
    if let own {
      let session = self.place(of: id).map { sessions[$0] }.flatMap {
        $0.ending == nil ? $0.id : nil
      }
      record(
        .renamed,
        of: account,
        session,
        earlier: own.nickname.text,
        at: time,
        from: context.origin
      )
    } else {
      record(.accountAdded, of: account, nil, at: time, from: context.origin)
    }
    return .changed(account)
  }

  private func lookalike(of nickname: Nickname, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.resembles(nickname) && $0.id != id }
  }

  package mutating func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) throws(RenamingRefused) -> Renaming {
    try perform(context) { state, time throws(RenamingRefused) in
      guard let before = state.snapshot(of: subject).active else { throw .notSignedIn }
      guard before.session.ending == nil else { throw .sessionEnded(before) }
      func renaming(_ account: Account) -> Renaming {
        Renaming(before: before, after: AccountSession(account: account, session: before.session))
      }
      do throws(NicknameConflict) {
        switch try state.assign(nickname, to: before.account.id, context, at: time) {
        case .changed(let account): return .changed(renaming(account))
        case .unchanged(let account): return .unchanged(renaming(account))
        }
      } catch {
        throw .conflict(error)
      }
    }
  }

  /// Why a request signs nobody in.
  package enum SignInRefused: Error {
    /// A new ID belongs to another account or session.
    case idInUse
    case conflict(NicknameConflict, of: Nickname)

    /// The error of the port for this refusal.
    ///
    /// - Parameter location: the name of the store in failures.
    package func error(at location: String) -> NicknameError {
      switch self {
      case .idInUse: .store(.idInUse(at: location))
      case .conflict(let refusal, let nickname): refusal.error(for: nickname)
      }
    }
  }

  /// Why an account keeps its nickname.
  package enum RenamingRefused: Error {
    case notSignedIn
    case sessionEnded(AccountSession)
    case conflict(NicknameConflict)

    /// The error of the port for this refusal.
    package func error(for nickname: Nickname) -> NicknameError {
      switch self {
      case .notSignedIn: .notSignedIn
      case .sessionEnded(let active): .sessionEnded(active)
      case .conflict(let refusal): refusal.error(for: nickname)
      }
    }
  }
}
