package import MonikerDomain

extension StoreState {
  package func events(_ query: HistoryQuery) -> [HistoryEntry] {
    let ids = query.holder.map(accountIDs)
    return
      events
      .filter { event in
        (ids?.contains(event.accountID) ?? true) && query.since.map { $0 <= event.time } ?? true
      }
      .suffix(query.limit)
      .map { HistoryEntry(event: $0, isOfRemovedAccount: !isKnown($0.accountID)) }
  }

  /// Whose events are meant by a nickname: those of whoever has it, else of all who had it.
  private func accountIDs(of reference: NicknameReference) -> Set<AccountID> {
    if let holder = accounts.holder(of: reference) { return [holder.id] }
    let named = events.filter { event in
      [event.nickname, event.earlierNickname].contains { name in
        name?.utf8.elementsEqual(reference.text.utf8) ?? false
      }
    }
    return Set(named.map(\.accountID))
  }

  private func isKnown(_ id: AccountID) -> Bool {
    accounts.contains { $0.id == id }
  }
}
