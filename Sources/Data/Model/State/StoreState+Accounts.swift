package import MonikerDomain

extension StoreState {
  package var accountList: AccountList {
    var last: [AccountID: Session] = [:]
    for session in sessions { last[session.accountID] = session }
    return AccountList(
      entries: accounts.map { account in
        let session = last[account.id].flatMap { $0.isSignedOut ? nil : $0 }
        return AccountEntry(
          account: account,
          session: session,
          isActive: session != nil && session?.id == activeSessionID,
          lastSignedInAt: lastSignIns[account.id]
        )
      }
    )
  }

  package mutating func activate(
    _ target: SwitchTarget,
    at context: RequestContext
  ) throws(AccountError) -> Activation {
    try perform(context) { state throws(AccountError) in
      let holder = try state.account(target)
      guard let after = state.place(of: holder.id).flatMap({ state.active(state.sessions[$0]) })
      else { throw .notSignedIn(holder) }
      guard after.session.ending == nil else { throw .sessionEnded(after) }
      let activation = Activation(before: state.snapshot.active, after: after)
      guard activation.before != after else { return .unchanged(activation) }
      state.activeSessionID = after.session.id
      state.record(.switched, of: holder, after.session.id, in: context)
      return .changed(activation)
    }
  }

  private func account(_ target: SwitchTarget) throws(AccountError) -> Account {
    switch target {
    case .holder(let reference):
      guard let holder = accounts.holder(of: reference) else {
        throw .noSuchAccount(reference.text)
      }
      return holder
    case .account(let id):
      guard let account = accounts.first(where: { $0.id == id }) else {
        throw .noSuchAccount(id.description)
      }
      return account
    case .onlyOther:
      let open = sessions.filter { $0.ending == nil && $0.id != activeSessionID }
      let ids = Set(open.map(\.accountID))
      let others = accounts.filter { ids.contains($0.id) }
      guard others.count == 1 else { throw .ambiguous(others) }
      return others[0]
    }
  }

  package mutating func remove(_ id: AccountID, at context: RequestContext) -> AccountRemoval? {
    perform(context) { state in
      guard let account = state.accounts.first(where: { $0.id == id }) else {
        return .unchanged(nil)
      }
      let session = state.sessions.first { $0.accountID == id && $0.ending == nil }
      if state.snapshot.active?.account.id == id { state.activeSessionID = nil }
      state.sessions.removeAll { $0.accountID == id }
      state.accounts.removeAll { $0.id == id }
      state.lastSignIns[id] = nil
      state.record(.accountRemoved, of: account, session?.id, in: context)
      return .changed(AccountRemoval(account: account, session: session))
    }
  }
}
