package import MonikerDomain

extension StoreState {
  /// - Parameter location: the store, as failures name it.
  package mutating func signIn(
    _ request: SignInRequest,
    at location: String
  ) throws(NicknameError) -> SignIn {
    try perform(request.context) { state throws(NicknameError) in
      .changed(try state.makeSignIn(request, at: location))
    }
  }

  private mutating func makeSignIn(
    _ request: SignInRequest,
    at location: String
  ) throws(NicknameError) -> SignIn {
    let context = request.context
    let holder = accounts.holder(of: NicknameReference(request.nickname))
    let account = if let holder { holder } else { try addAccount(for: request, at: location) }
    if let last = place(of: account.id, on: context.deviceID) {
      recordExpiry(last, by: context.time)
    }
    guard let place = openPlace(of: account.id, on: context.deviceID) else {
      guard sessions.allSatisfy({ $0.id != request.newSessionID }) else {
        throw .store(.idInUse(at: location))
      }
      let session = Session.opened(by: request, for: account.id)
      sessions.append(session)
      activeSessions[session.deviceID] = session.id
      lastSignIns[account.id] = context.time
      record(.signedIn, of: account, session.id, in: context)
      return SignIn(
        active: AccountSession(account: account, session: session),
        isNewAccount: holder == nil,
        isNewSession: true
      )
    }
    let earlier = sessions[place]
    let kept = earlier.kept(on: request.terms, at: context.time)
    sessions[place] = kept
    if !isActive(kept) {
      activeSessions[kept.deviceID] = kept.id
      record(.switched, of: account, kept.id, in: context)
    }
    return SignIn(
      active: AccountSession(account: account, session: kept),
      isNewAccount: false,
      isNewSession: false,
      isRenewed: kept.expiresAt != earlier.expiresAt
    )
  }

  private mutating func addAccount(
    for request: SignInRequest,
    at location: String
  ) throws(NicknameError) -> Account {
    let (nickname, id) = (request.nickname, request.newAccountID)
    if let conflict = NicknameConflict(holder: nil, lookalike: lookalike(of: nickname)) {
      throw conflict.error(for: nickname)
    }
    guard accounts.allSatisfy({ $0.id != id }) else { throw .store(.idInUse(at: location)) }
    let account = Account(id: id, nickname: nickname, createdAt: request.context.time)
    accounts.append(account)
    record(.accountAdded, of: account, nil, in: request.context)
    return account
  }

  package mutating func assign(
    _ nickname: Nickname,
    to id: AccountID,
    at context: RequestContext
  ) throws(NicknameError) -> Account {
    try perform(context) { state throws(NicknameError) in
      let isThere = state.accounts.contains { $0.id == id }
      if isThere, state.accountIDs(in: context.scope)?.contains(id) == false { throw .notSignedIn }
      return try state.makeAssignment(nickname, to: id, context)
    }
  }

  private mutating func makeAssignment(
    _ nickname: Nickname,
    to id: AccountID,
    _ context: RequestContext
  ) throws(NicknameError) -> StoreStep<Account> {
    let place = accounts.firstIndex { $0.id == id }
    let own = place.map { accounts[$0] }
    let conflict = NicknameConflict(
      holder: accounts.first { $0.nickname.key == nickname.key && $0.id != id },
      lookalike: lookalike(of: nickname, otherThan: id)
    )
    if let conflict { throw conflict.error(for: nickname) }
    let account = Account(id: id, nickname: nickname, createdAt: own?.createdAt ?? context.time)
    guard account != own else { return .unchanged(account) }
    if let place { accounts[place] = account } else { accounts.append(account) }
    let session = openPlace(of: id, on: context.deviceID).map { sessions[$0] }
    let open = session.flatMap { $0.hasExpired(by: context.time) ? nil : $0.id }
    let earlier = own?.nickname.text
    record(own == nil ? .accountAdded : .renamed, of: account, open, earlier, in: context)
    return .changed(account)
  }

  private func lookalike(of nickname: Nickname, otherThan id: AccountID? = nil) -> Account? {
    accounts.first { $0.nickname.resembles(nickname) && $0.id != id }
  }

  package mutating func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) throws(NicknameError) -> Renaming {
    try perform(context) { state throws(NicknameError) in
      let snapshot = state.snapshot(of: subject, on: context.deviceID)
      guard let before = snapshot.active?.state(at: context.time) else { throw .notSignedIn }
      guard before.session.ending == nil else { throw .sessionEnded(before) }
      return try state.makeAssignment(nickname, to: before.account.id, context).map {
        Renaming(before: before, after: AccountSession(account: $0, session: before.session))
      }
    }
  }
}
