#if Server
import MonikerDomain

/// An account of an answer.
struct AccountAnswer: Decodable, Sendable {
  let account: Account
  let lastSignedInAt: Timestamp?
  let isActive: Bool

  private enum CodingKeys: CodingKey { case nickname, accountID, createdAt, lastSignedInAt, active }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    account = Account(
      id: try fields.decode(IDAnswer<Account>.self, forKey: .accountID).id,
      nickname: try fields.decode(NicknameAnswer.self, forKey: .nickname).nickname,
      createdAt: try fields.decode(TimeAnswer.self, forKey: .createdAt).time
    )
    lastSignedInAt = try fields.decodeIfPresent(TimeAnswer.self, forKey: .lastSignedInAt)?.time
    isActive = try fields.decode(Bool.self, forKey: .active)
  }
}

/// A page of accounts, and their sessions on this device.
struct AccountPageAnswer: Decodable, Sendable {
  let accounts: [AccountAnswer]
  let sessions: [SessionAnswer]
  let next: String?

  var page: Page<AccountEntry> {
    let sessions = self.sessions.map { ($0.entry.account.id, $0.entry.session) }
    let ofAccounts = Dictionary(sessions) { first, _ in first }
    let entries = accounts.map { answer in
      AccountEntry(
        account: answer.account,
        session: ofAccounts[answer.account.id],
        isActive: answer.isActive,
        lastSignedInAt: answer.lastSignedInAt
      )
    }
    return Page(entries: entries, next: next.map(PageCursor.init))
  }
}

/// What a service says about a nickname.
struct NicknameCheckAnswer: Decodable, Sendable {
  let available: Bool
  let code: String?
  let holder: String?
  let until: TimeAnswer?
}

/// The answer to the removal of an account.
struct RemovalAnswer: Decodable, Sendable {
  let removed: NicknameAnswer
  let accountID: IDAnswer<Account>
}
#endif
