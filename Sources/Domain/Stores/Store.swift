/// One store, by all of its faces: what is changed through one shows through the others.
public typealias Store = NicknameRepository & SessionRepository & AccountRepository
  & HistoryRepository & StoreArchive
