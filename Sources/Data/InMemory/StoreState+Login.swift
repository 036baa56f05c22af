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
    let holder = accounts.holder(of: request.reference)
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
    let nickname: Nickname
    do {
      nickname = try request.claim.get()
    } catch {
      throw .rejected(error)
    }
    do {
      _ = try nickname.claimed(over: nil, holder: nil, lookalike: lookalike(of: nickname))
    } catch {
      throw .claim(error, of: nickname)
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
    let account = Account(
      id: id,
      nickname: try nickname.claimed(
        over: own?.nickname,
        holder: account(with: nickname.spellingKey, otherThan: id)
          ?? account(with: nickname.key, otherThan: id),
        lookalike: lookalike(of: nickname, otherThan: id)
      ),
      createdAt: own?.createdAt ?? time
    )
    guard account != own else { return .unchanged(account) }
    if let place { accounts[place] = account } else { accounts.append(account) }
    if let own, own.nickname.spellingKey != account.nickname.spellingKey {
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
    } else if own == nil {
      record(.accountAdded, of: account, nil, at: time, from: occasion.origin)
    }
    return .changed(account)
  }

  private func account(with key: NicknameKey, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.key == key && $0.id != id }
  }

  private func lookalike(of nickname: Nickname, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.resembles(nickname) && $0.id != id }
  }

  package func lapsedNicknames(limit: Int) -> [LapsedNickname] {
    accounts.lazy.filter(\.nickname.isLapsed).prefix(max(0, limit)).map { account in
      LapsedNickname(
        account,
        holder: { self.account(with: $0) },
        lookalike: { lookalike(of: $0, otherThan: account.id) }
      )
    }
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
    case rejected(NicknameRejection)
    case claim(ClaimRefusal, of: Nickname)

    /// The refusal as the port words it.
    ///
    /// - Parameter location: the store, as failures name it.
    package func error(at location: String) -> NicknameError {
      switch self {
      case .identityInUse: .store(.identityInUse(at: location))
      case .rejected(let rejection): .rejected(rejection)
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
