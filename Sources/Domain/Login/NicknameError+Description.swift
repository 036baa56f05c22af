extension NicknameError: CustomStringConvertible {
  /// Whole sentences that say what happened, and to what.
  public var description: String {
    switch self {
    case .rejected(let rejection):
      return rejection.description
    case .taken(let nickname, let holder):
      let held = holder.nickname.text == nickname.text ? "" : ", as \"\(holder.nickname)\""
      return "The nickname \"\(nickname)\" is taken\(held): another account holds it."
    case .resembles(let nickname, let holder):
      return Self.resemblance(of: nickname, to: holder.nickname)
    case .resting(let nickname, let end):
      return
        "The nickname \"\(nickname)\", or one that looks like it, was given up recently. It is kept "
        + "for its last holder until \(end)."
    case .notSignedIn:
      return "Nobody is signed in."
    case .sessionEnded(let active):
      return active.endSentence()
    case .proofDemanded(let holder):
      return
        "The nickname \"\(holder.nickname.text.visible)\" is taken. Its owner can sign in with the "
        + "recovery key, or from a device that is signed in."
    case .suspended(let holder):
      return
        "The account \(holder.nickname.text.visible) is suspended by the operator of the store."
    case .tooManyAccounts(let end):
      return
        "Many accounts were added from your network. Another one can be added from \(end) on."
    case .store(let failure):
      return failure.description
    }
  }

  private static func resemblance(of nickname: Nickname, to held: Nickname) -> String {
    let differences = NicknameResemblance(of: nickname, to: held).differences
    // Three are enough: a name in another script differs everywhere.
    let shown = differences.prefix(3).map { difference in
      "\(difference.wanted.spelledOut) where that has \(difference.held.spelledOut)"
    }
    let more = differences.count > shown.count ? ", and more" : ""
    return
      "The nickname \"\(nickname)\" looks like \"\(held)\", which another account holds: it has "
      + "\(shown.joined(separator: ", "))\(more)."
  }
}

extension NicknameConflict: CustomStringConvertible {
  /// A sentence that says why the account cannot have the nickname.
  public var description: String {
    switch self {
    case .taken(let holder): "The nickname is taken, as \"\(holder.nickname)\"."
    case .resembles(let holder):
      "The nickname looks like \"\(holder.nickname)\", which another account holds."
    case .resting(let end): "The nickname is kept for its last holder until \(end)."
    }
  }
}
