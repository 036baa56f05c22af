package import MonikerDomain

extension StoreState {
  package func contents(of query: HistoryQuery, in view: StoreView) -> GatheredHistory {
    let ids = query.holder.map(accountIDs)
    let visible = accountIDs(in: view)
    let wanted = events.filter { event in
      (ids?.contains(event.accountID) ?? true) && (visible?.contains(event.accountID) ?? true)
        && query.since.map { $0 <= event.time } ?? true
        && query.before.map { event.sequence < $0 } ?? true
    }
    // One more than the limit shows that there are earlier events.
    let last = wanted.suffix(query.limit == .max ? .max : query.limit + 1)
    let known = Set(accounts.map(\.id))
    return GatheredHistory(
      last.map { HistoryEntry(event: $0, isOfRemovedAccount: !known.contains($0.accountID)) },
      limit: query.limit
    )
  }

  /// The accounts whose events a nickname selects: the account that holds it, or else every account
  /// that held it before.
  private func accountIDs(of reference: NicknameReference) -> Set<AccountID> {
    if let holder = accounts.holder(of: reference) { return [holder.id] }
    let named = events.filter { event in
      [event.nickname, event.earlierNickname].contains { name in
        name?.utf8.elementsEqual(reference.text.utf8) ?? false
      }
    }
    return Set(named.map(\.accountID))
  }
}
