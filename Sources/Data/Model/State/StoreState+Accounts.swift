package import MonikerDomain

extension StoreState {
  package func accounts(in view: StoreView) -> [Account] {
    guard let visible = accountIDs(in: view) else { return accounts }
    return accounts.filter { visible.contains($0.id) }
  }

  package func accounts(
    _ page: PageRequest,
    in view: StoreView,
    at location: String
  ) throws(StoreFailure) -> Page<AccountEntry> {
    let active = activeSessions[view.deviceID]
    var last: [AccountID: Session] = [:]
    for session in sessions where session.deviceID == view.deviceID {
      last[session.accountID] = session
    }
    let found = try page.page(of: accounts(in: view), at: location) {
      ($0.createdAt, $0.id.description)
    }
    return found.map { account in
      let session = last[account.id].flatMap { $0.isSignedOut ? nil : $0 }
      return AccountEntry(
        account: account,
        session: session,
        isActive: session != nil && session?.id == active,
        lastSignedInAt: lastSignIns[account.id],
        suspendedAt: credentials.suspensions[account.id]
      )
    }
  }

  package func account(
    holding reference: NicknameReference,
    in view: StoreView
  ) -> Account? {
    accounts(in: view).holder(of: reference)
  }

  package func account(_ id: AccountID, in view: StoreView) -> Account? {
    accounts(in: view).first { $0.id == id }
  }

  package mutating func activate(
    _ target: SwitchTarget,
    at context: ChangeContext
  ) throws(AccountError) -> Activation {
    let device = context.deviceID
    return try performOnce(context) { state throws(AccountError) in
      let holder = try state.account(target, context)
      let place = state.place(of: holder.id, on: device)
      guard let after = place.flatMap({ state.active(state.sessions[$0]) })?.state(at: context.time)
      else { throw .notSignedIn(holder) }
      guard after.session.ending == nil else { throw .sessionEnded(after) }
      let activation = Activation(
        before: state.snapshot(of: .active, on: device).active?.state(at: context.time),
        after: after
      )
      guard activation.before != after else { return .unchanged(activation) }
      state.activeSessions[device] = after.session.id
      state.record(.switched, of: holder, after.session.id, in: context)
      return .changed(activation)
    }
  }

  private func account(
    _ target: SwitchTarget,
    _ context: ChangeContext
  ) throws(AccountError) -> Account {
    let device = context.deviceID
    // A device may know an account whose session there has ended.
    func isKnown(_ account: Account) -> Bool {
      if case .everything = context.scope { return true }
      return place(of: account.id, on: device) != nil
    }
    switch target {
    case .holder(let reference):
      guard let holder = accounts.holder(of: reference), isKnown(holder) else {
        throw .noSuchAccount(reference.text)
      }
      return holder
    case .account(let id):
      guard let account = accounts.first(where: { $0.id == id }), isKnown(account) else {
        throw .noSuchAccount(id.description)
      }
      return account
    case .onlyOther:
      let open = sessions.filter {
        $0.isOpen(at: context.time) && $0.deviceID == device && $0.id != activeSessions[device]
      }
      let ids = Set(open.map(\.accountID))
      let others = accounts.filter { ids.contains($0.id) }
      guard others.count == 1 else {
        throw .ambiguous(Array(others.prefix(AccountError.maximumCandidates)))
      }
      return others[0]
    }
  }

  package mutating func remove(
    _ id: AccountID,
    proof: SignInProof,
    at context: ChangeContext
  ) throws(AccountError) -> AccountRemoval? {
    try performOnce(context) { state throws(AccountError) in
      guard let account = state.accounts(in: context.view).first(where: { $0.id == id }) else {
        return .unchanged(nil)
      }
      guard state.mayChange(id, by: proof, for: .removal, in: context) else {
        throw .proofDemanded(account)
      }
      let session = state.openPlace(of: id, on: context.deviceID).map { state.sessions[$0] }
        .flatMap { $0.isOpen(at: context.time) ? $0 : nil }
      let ids = Set(state.sessions.filter { $0.accountID == id }.map(\.id))
      for session in state.sessions where session.accountID == id && session.ending == nil {
        state.credentials.links[session.deviceID] = nil
      }
      state.activeSessions = state.activeSessions.filter { !ids.contains($0.value) }
      state.sessions.removeAll { $0.accountID == id }
      state.accounts.removeAll { $0.id == id }
      state.lastSignIns[id] = nil
      state.profiles[id] = nil
      state.beginRest(of: account, at: context.time)
      state.credentials.recoveryKeys[id] = nil
      state.credentials.suspensions[id] = nil
      state.credentials.identityTokens.removeAll { $0.token.accountID == id }
      state.record(.accountRemoved, of: account, session?.id, in: context)
      state.eraseEvents(of: id)
      return .changed(AccountRemoval(account: account, session: session))
    }
  }
}
