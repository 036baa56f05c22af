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
    _ reference: NicknameReference,
    at context: RequestContext
  ) throws(AccountError) -> Activation {
    try perform(context) { state throws(AccountError) in
      guard let holder = state.accounts.holder(of: reference) else {
        throw .noSuchAccount(reference.text)
      }
      guard let after = state.snapshot(of: .holder(of: reference)).active else {
        throw .notSignedIn(holder)
      }
      guard after.session.ending == nil else { throw .sessionEnded(after) }
      let activation = Activation(before: state.snapshot.active, after: after)
      guard activation.before != after else { return .unchanged(activation) }
      state.activeSessionID = after.session.id
      state.record(.switched, of: holder, after.session.id, in: context)
      return .changed(activation)
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
