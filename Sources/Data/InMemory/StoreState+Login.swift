package import MonikerDomain

extension StoreState {
  package mutating func signIn(_ request: SignInRequest) throws(SignInRefused) -> SignIn {
    try perform(request.occasion) { state, time throws(SignInRefused) in
      .changed(try state.signIn(request, at: time))
    }
  }

  private mutating func signIn(
    _ request: SignInRequest,
    at time: Timestamp
  ) throws(SignInRefused) -> SignIn {
    let origin = request.occasion.origin
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
      guard sessions.allSatisfy({ $0.id != request.newSessionID }) else { throw .identityInUse }
      let session = Session.opened(by: request, for: account.id, at: time)
      sessions.append(session)
      activeSessionID = session.id
      lastSignIns[account.id] = time
      record(.signedIn, of: account, session.id, at: time, from: origin)
      return SignIn(
        active: ActiveSession(account: account, session: session),
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
      active: ActiveSession(account: account, session: kept),
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
    if let refusal = ClaimRefusal(holder: nil, lookalike: lookalike(of: nickname)) {
      throw .claim(refusal, of: nickname)
    }
    guard accounts.allSatisfy({ $0.id != request.newAccountID }) else { throw .identityInUse }
    return Account(id: request.newAccountID, nickname: nickname, createdAt: time)
  }

  package mutating func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at occasion: Occasion
  ) throws(ClaimRefusal) -> Account {
    try perform(occasion) { state, time throws(ClaimRefusal) in
      try state.claim(nickname, for: id, occasion, at: time)
    }
  }

  private mutating func claim(
    _ nickname: Nickname,
    for id: AccountID,
    _ occasion: Occasion,
    at time: Timestamp
  ) throws(ClaimRefusal) -> StoreStep<Account> {
    let place = accounts.firstIndex { $0.id == id }
    let own = place.map { accounts[$0] }
    let refusal = ClaimRefusal(
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
        from: occasion.origin
      )
    } else {
      record(.accountAdded, of: account, nil, at: time, from: occasion.origin)
    }
    return .changed(account)
  }

  private func lookalike(of nickname: Nickname, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.resembles(nickname) && $0.id != id }
  }

  package mutating func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at occasion: Occasion
  ) throws(RenamingRefused) -> Renaming {
    try perform(occasion) { state, time throws(RenamingRefused) in
      guard let before = state.snapshot(of: subject).active else { throw .notSignedIn }
      guard before.session.ending == nil else { throw .sessionEnded(before) }
      func renaming(_ account: Account) -> Renaming {
        Renaming(before: before, after: ActiveSession(account: account, session: before.session))
      }
      do throws(ClaimRefusal) {
        switch try state.claim(nickname, for: before.account.id, occasion, at: time) {
        case .changed(let account): return .changed(renaming(account))
        case .unchanged(let account): return .unchanged(renaming(account))
        }
      } catch {
        throw .claim(error)
      }
    }
  }

  /// Why nobody is signed in by a request.
  package enum SignInRefused: Error {
    /// An identity that had to be new belongs to another account or session.
    case identityInUse
    case claim(ClaimRefusal, of: Nickname)

    /// The refusal as the port words it.
    ///
    /// - Parameter location: the store, as failures name it.
    package func error(at location: String) -> NicknameError {
      switch self {
      case .identityInUse: .store(.identityInUse(at: location))
      case .claim(let refusal, let nickname): refusal.error(for: nickname)
      }
    }
  }

  /// Why an account keeps its nickname.
  package enum RenamingRefused: Error {
    case notSignedIn
    case sessionEnded(ActiveSession)
    case claim(ClaimRefusal)

    /// The refusal as the port words it.
    package func error(for nickname: Nickname) -> NicknameError {
      switch self {
      case .notSignedIn: .notSignedIn
      case .sessionEnded(let active): .sessionEnded(active)
      case .claim(let refusal): refusal.error(for: nickname)
      }
    }
  }
}
