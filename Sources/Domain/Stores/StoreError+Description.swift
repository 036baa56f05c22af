extension StoreError: CustomStringConvertible {
  /// Whole sentences that say what happened, and to what.
  public var description: String {
    switch self {
    case .conflicts(let conflicts):
      return conflicts.map(\.description).joined(separator: " ") + " Nothing was changed."
    case .notEmpty(let location):
      return "\(location.visible) exists already, and is not empty. Nothing was changed."
    case .sameStore(let location):
      return "The source and the target are both \(location.visible)."
    case .noPlace(let name):
      return "The store \"\(name)\" has no file."
    case .differs(let location):
      return "The copy for \(location.visible) differs from its source. It was not put in place."
    case .unsound(let location, let defects):
      let found = defects.map { $0.visible + "." }.joined(separator: " ")
      return "\(location.visible) is damaged: \(found) Nothing was changed."
    case .invalidRecord(let number, let defect, let location):
      return StoreFailure(.damaged, at: location, detail: "record \(number): \(defect)").description
    case .store(let failure):
      return failure.description
    }
  }
}

extension StoreConflict: CustomStringConvertible {
  /// Whole sentences that say what contradicts the target, and what a person can do about it.
  public var description: String {
    switch self {
    case .renamed(let account, let there):
      "In the target, the account \(account.nickname.text.visible) is named \(there.nickname.text.visible)."
    case .nicknameHeld(let account, let holder):
      "In the target, another account has the nickname \(account.nickname.text.visible), or one that "
        + "looks like it: \(holder.nickname.text.visible). Rename one of them first."
    case .session(let id, _):
      "In the target, the session \(id) is in another state."
    case .secondSession(let id, _):
      "In the target, the account of the open session \(id) has another one. End one of them first."
    }
  }
}
