#if Server
import MonikerDomain

/// A session of an answer.
struct SessionAnswer: Decodable, Sendable {
  let entry: SessionEntry

  private enum CodingKeys: CodingKey {
    case nickname, accountID, accountCreatedAt, sessionID, signedInAt, expiresAt, endedAt, endReason
    case active, deviceID, lastSeenAt, idleTimeoutSeconds, host, terminal
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let account = Account(
      id: try fields.decode(IDAnswer<Account>.self, forKey: .accountID).id,
      nickname: try fields.decode(NicknameAnswer.self, forKey: .nickname).nickname,
      createdAt: try fields.decode(TimeAnswer.self, forKey: .accountCreatedAt).time
    )
    var ending: SessionEnding?
    if let time = try fields.decodeIfPresent(TimeAnswer.self, forKey: .endedAt)?.time {
      ending = SessionEnding(
        at: time,
        try fields.decode(SessionEnding.Reason.self, forKey: .endReason)
      )
    }
    let session = Session(
      id: try fields.decode(IDAnswer<Session>.self, forKey: .sessionID).id,
      accountID: account.id,
      deviceID: try fields.decode(IDAnswer<Device>.self, forKey: .deviceID).id,
      startedAt: try fields.decode(TimeAnswer.self, forKey: .signedInAt).time,
      lastSeenAt: try fields.decode(TimeAnswer.self, forKey: .lastSeenAt).time,
      expiresAt: try fields.decodeIfPresent(TimeAnswer.self, forKey: .expiresAt)?.time,
      idleTimeout: try fields.decodeIfPresent(Int64.self, forKey: .idleTimeoutSeconds)
        .map { .seconds($0) },
      origin: Origin(
        host: try fields.decodeIfPresent(String.self, forKey: .host),
        terminal: try fields.decodeIfPresent(String.self, forKey: .terminal)
      ),
      ending: ending
    )
    entry = SessionEntry(
      holder: AccountSession(account: account, session: session),
      isActive: try fields.decode(Bool.self, forKey: .active)
    )
  }
}

/// A session after a change, and the one that it replaces.
struct ChangedSessionAnswer: Decodable, Sendable {
  let after: SessionAnswer
  let before: SessionAnswer?

  private enum CodingKeys: CodingKey { case before }

  init(from decoder: any Decoder) throws {
    after = try SessionAnswer(from: decoder)
    before = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(SessionAnswer.self, forKey: .before)
  }
}

/// A page of sessions.
struct SessionPageAnswer: Decodable, Sendable {
  let sessions: [SessionAnswer]
  let next: String?

  var page: Page<SessionEntry> {
    Page(entries: sessions.map(\.entry), next: next.map(PageCursor.init))
  }
}

/// The sessions that a call has ended.
struct EndedAnswer: Decodable, Sendable {
  let ended: [SessionAnswer]
}

/// The answer to a sign-out.
struct SignOutAnswer: Decodable, Sendable {
  let signedOut: SessionAnswer?
  let stillOpen: [SessionAnswer]
  let moreSignedIn: Bool

  /// The result, which names as many sessions as the caller wants.
  func result(naming limit: Int) -> SignOut {
    let limit = max(0, limit)
    return SignOut(
      ended: signedOut?.entry.holder,
      stillOpen: stillOpen.prefix(limit).map(\.entry.holder),
      moreAreOpen: moreSignedIn || stillOpen.count > limit
    )
  }
}

/// The answer to a sign-in.
struct SignInAnswer: Decodable, Sendable {
  let token: SecretAnswer?
  let recoveryKey: SecretAnswer?
  let newAccount: Bool
  let newSession: Bool
  let renewed: Bool
  let session: SessionAnswer

  var signIn: SignIn {
    SignIn(
      active: session.entry.holder,
      isNewAccount: newAccount,
      isNewSession: newSession,
      isRenewed: renewed
    )
  }
}

/// A secret of an answer.
struct SecretAnswer: Decodable, Sendable {
  let secret: RemoteSecret

  init(from decoder: any Decoder) throws {
    guard let secret = RemoteSecret(try decoder.singleValueContainer().decode(String.self)) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no secret")
      )
    }
    self.secret = secret
  }
}
#endif
