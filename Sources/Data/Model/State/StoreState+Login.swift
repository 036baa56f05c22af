package import MonikerDomain

extension StoreState {
  /// - Parameter location: the store, as failures name it.
  package mutating func signIn(
    _ request: SignInChange
  ) throws(NicknameError) -> SignIn {
    try performOnce(request.context) { state throws(NicknameError) in
      .changed(try state.makeSignIn(request))
    }
  }

  private mutating func makeSignIn(
    _ request: SignInChange
  ) throws(NicknameError) -> SignIn {
    let holder = accounts.holder(of: NicknameReference(request.nickname))
    if let holder, !isProven(holder.id, by: request) { throw .proofDemanded(holder) }
    let account = if let holder { holder } else { try addAccount(for: request) }
    do throws(StoreFailure) {
      return try openSession(of: account, for: request, isNewAccount: holder == nil)
    } catch {
      throw .store(error)
    }
  }

  /// Makes the session of an account on the device of a sign-in active, and opens one if necessary.
  mutating func openSession(
    of account: Account,
    for request: SignInChange,
    isNewAccount: Bool
  ) throws(StoreFailure) -> SignIn {
    let context = request.context
    if let last = place(of: account.id, on: context.deviceID) {
      recordExpiry(last, by: context.time)
    }
    guard let place = openPlace(of: account.id, on: context.deviceID) else {
      guard sessions.allSatisfy({ $0.id != request.newSessionID }) else {
        throw .idInUse(at: context.location)
      }
      if let token = request.token {
        try setToken(token, of: context.deviceID, at: context.location)
      }
      let session = Session.opened(
        by: request.request,
        as: request.newSessionID,
        of: account.id,
        at: context.time
      )
      sessions.append(session)
      activeSessions[session.deviceID] = session.id
      lastSignIns[account.id] = context.time
      record(.signedIn, of: account, session.id, in: context)
      return SignIn(
        active: AccountSession(account: account, session: session),
        isNewAccount: isNewAccount,
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
    for request: SignInChange
  ) throws(NicknameError) -> Account {
    let account = try addAccount(request.nickname, as: request.newAccountID, request.context)
    credentials.recoveryKeys[account.id] = request.recoveryKey
    return account
  }

  private mutating func addAccount(
    _ nickname: Nickname,
    as id: AccountID,
    _ context: ChangeContext
  ) throws(NicknameError) -> Account {
    if let conflict = conflict(of: nickname, at: context.time) {
      throw conflict.error(for: nickname)
    }
    guard accounts.allSatisfy({ $0.id != id }) else { throw .store(.idInUse(at: context.location)) }
    let account = Account(id: id, nickname: nickname, createdAt: context.time)
    accounts.append(account)
    endRest(of: nickname, for: id, at: context.time)
    record(.accountAdded, of: account, nil, in: context)
    return account
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:in:)``.
  ///
  /// - Parameters:
  ///   - id: the account; nil for a new one.
  ///   - newID: the ID of a new account.
  package mutating func assign(
    _ nickname: Nickname,
    to id: AccountID?,
    as newID: AccountID,
    at context: ChangeContext
  ) throws(NicknameError) -> Account {
    try performOnce(context) { state throws(NicknameError) in
      guard let id else {
        return .changed(try state.addAccount(nickname, as: newID, context))
      }
      let place = try state.place(of: id, in: context.view)
      return try state.makeAssignment(nickname, to: place, context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/conflict(of:for:in:)``.
  package func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    in view: StoreView
  ) throws(NicknameError) -> NicknameConflict? {
    if let id { _ = try place(of: id, in: view) }
    return conflict(of: nickname, otherThan: id, at: view.time)
  }

  private func place(of id: AccountID, in view: StoreView) throws(NicknameError) -> Int {
    guard let place = accounts.firstIndex(where: { $0.id == id }),
      accountIDs(in: view)?.contains(id) ?? true
    else { throw .notSignedIn }
    return place
  }

  private mutating func makeAssignment(
    _ nickname: Nickname,
    to place: Int,
    _ context: ChangeContext
  ) throws(NicknameError) -> StoreStep<Account> {
    let own = accounts[place]
    if let conflict = conflict(of: nickname, otherThan: own.id, at: context.time) {
      throw conflict.error(for: nickname)
    }
    let account = Account(id: own.id, nickname: nickname, createdAt: own.createdAt)
    guard account != own else { return .unchanged(account) }
    accounts[place] = account
    beginRest(of: own, at: context.time)
    endRest(of: nickname, for: own.id, at: context.time)
    let session = openPlace(of: own.id, on: context.deviceID).map { sessions[$0] }
    let open = session.flatMap { $0.hasExpired(by: context.time) ? nil : $0.id }
    record(.renamed, of: account, open, own.nickname.text, in: context)
    return .changed(account)
  }

  private func conflict(
    of nickname: Nickname,
    otherThan id: AccountID? = nil,
    at time: Timestamp
  ) -> NicknameConflict? {
    let rests = restingNicknames.lazy.filter { $0.accountID != id && $0.matches(nickname) }
      .compactMap { $0.end(of: settings.nicknameRest, at: time) }
    return NicknameConflict(
      holder: accounts.first { $0.nickname.key == nickname.key && $0.id != id },
      lookalike: accounts.first { $0.nickname.resembles(nickname) && $0.id != id },
      rest: rests.max()
    )
  }

  /// Lets the nickname of an account rest that gives it up.
  mutating func beginRest(of account: Account, at time: Timestamp) {
    guard settings.nicknameRest > .zero else { return }
    restingNicknames.removeAll { $0.ends(with: account.nickname, of: account.id) }
    restingNicknames.append(
      RestingNickname(nickname: account.nickname, accountID: account.id, freedAt: time)
    )
  }

  /// Removes a nickname that was claimed, and the oldest ones whose rest has passed.
  private mutating func endRest(of nickname: Nickname, for id: AccountID, at time: Timestamp) {
    restingNicknames.removeAll { $0.ends(with: nickname, of: id) }
    let now = time.millisecondsSince1970
    let rest = settings.nicknameRest.wholeMilliseconds
    func remove(_ isOver: (Int64) -> Bool) {
      let old = restingNicknames.enumerated()
        .filter { isOver($0.element.freedAt.millisecondsSince1970) }
        .sorted { ($0.element.freedAt, $0.offset) < ($1.element.freedAt, $1.offset) }
        .prefix(RestingNickname.maximumRemovals)
      for place in old.map(\.offset).sorted(by: >) { restingNicknames.remove(at: place) }
    }
    remove { $0 <= now - rest }
    remove { $0 >= now + rest }
  }

  package mutating func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: ChangeContext
  ) throws(NicknameError) -> Renaming {
    try performOnce(context) { state throws(NicknameError) in
      let snapshot = state.snapshot(of: subject, on: context.deviceID)
      guard let before = snapshot.active?.state(at: context.time) else { throw .notSignedIn }
      guard before.session.ending == nil else { throw .sessionEnded(before) }
      guard let place = state.accounts.firstIndex(where: { $0.id == before.account.id }) else {
        throw .notSignedIn
      }
      return try state.makeAssignment(nickname, to: place, context).map {
        Renaming(before: before, after: AccountSession(account: $0, session: before.session))
      }
    }
  }
}
