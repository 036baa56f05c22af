import MonikerDomain

@testable import MonikerData

extension Fault {
  /// Faults of signing in, claiming and renaming.
  static let login = [
    Fault(
      "gives a new store an account",
      breaks: "A new store has no accounts and nobody signed in"
    ) { (accounts: inout [Account], _) in
      guard accounts.isEmpty, let guest = try? Nickname("guest") else { return }
      let id = AccountID(high: 1, low: 1)
      accounts = [Account(id: id, nickname: guest, createdAt: Timestamp(millisecondsSince1970: 0))]
    },
    Fault(
      "rounds times to seconds",
      breaks: "A sign-in under a free nickname makes the account and the session as asked"
    ) { (request: inout SignInRequest, _) in
      let second = request.context.time.millisecondsSince1970 / 1_000
      request = request.with(time: Timestamp(millisecondsSince1970: second * 1_000))
    },
    Fault(
      "goes by the latest time that it has seen",
      breaks: "A clock that was wrong changes nothing for sessions that are opened later"
    ) { (request: inout SignInRequest, before) in
      let latest = before.sessions.map(\.lastSeenAt).max()
      request = request.with(time: max(request.context.time, latest ?? request.context.time))
    },
    Fault(
      "compares nicknames by their text",
      breaks: "A sign-in under a held nickname finds its account, in any spelling",
      "A claim on another's nickname names the holder and changes nothing"
    ) { (request: inout SignInRequest, _) in
      request = request.with { $0.kept(asKey: $0.text) }
    }.and { (nickname: inout Nickname, _) in
      nickname = nickname.kept(asKey: nickname.text)
    },
    Fault(
      "writes only what gives an event",
      breaks: "Signing in twice keeps the session and moves when it was last seen",
      "Use renews a session that slides, and only if it was not seen for a minute",
      "Signing in again renews a session that slides"
    ) { (after: inout StoreState, before) in
      if after.lastSequence == before.lastSequence { after = before }
    },
    Fault(
      "forgets how much of a session is to be left",
      breaks: "A kept session of which too little is left is renewed, never shortened"
    ) { (request: inout SignInRequest, _) in
      request = request.with(terms: SessionTerms(lifetime: request.terms.lifetime))
    },
    Fault(
      "gives a session that is kept an end",
      breaks: "A session that does not end by itself is not given an end by being kept"
    ) { (signIn: inout SignIn, _) in
      guard !signIn.isNewSession, signIn.active.session.expiresAt == nil else { return }
      let session = signIn.active.session.with(expiry: signIn.active.session.lastSeenAt)
      signIn = SignIn(
        active: AccountSession(account: signIn.active.account, session: session),
        isNewAccount: false,
        isNewSession: false
      )
    },
    Fault(
      "lets a session last a moment longer",
      breaks: "A session holds until the moment before its expiry"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before), let last = after.sessions.popLast() else { return }
      let expiry = last.expiresAt?.advanced(by: .milliseconds(1))
      after.sessions.append(last.with(expiry: expiry))
    },
    Fault(
      "ends the sessions of others at a sign-in",
      breaks: "Signing in as another makes that one active and leaves the earlier session"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before) else { return }
      after.sessions.removeAll { $0.ending == nil && $0.id != after.activeSessionID }
    },
    Fault(
      "takes another account ID in place of one in use",
      breaks: "An identity that is in use is refused where a new one is needed"
    ) { (request: inout SignInRequest, before) in
      guard before.accounts.contains(where: { $0.id == request.newAccountID }) else { return }
      request = request.with(account: AccountID(high: 2, low: 0))
    },
    Fault(
      "takes another session ID in place of one in use",
      breaks: "The identity of a session that has ended is not new for its successor"
    ) { (request: inout SignInRequest, before) in
      guard before.sessions.contains(where: { $0.id == request.newSessionID }) else { return }
      request = request.with(session: SessionID(high: 2, low: 0))
    },
    Fault(
      "signs in an account that is only claimed",
      breaks: "A claim by a new identity makes an account that is not signed in"
    ) { (after: inout StoreState, before) in
      guard let account = after.accounts.last, after.accounts.count > before.accounts.count,
        after.sessions.count == before.sessions.count
      else { return }
      let session = Session(
        id: SessionID(high: 3, low: account.id.low),
        accountID: account.id,
        startedAt: account.createdAt,
        lastSeenAt: account.createdAt,
        expiresAt: nil,
        origin: Origin()
      )
      after.sessions.append(session)
      after.activeSessionID = session.id
    },
    Fault(
      "puts a renamed account behind the others",
      breaks: "A renaming keeps identity, creation, session and place in the order"
    ) { (after: inout StoreState, before) in
      guard let event = after.events.last, after.has(.renamed, since: before) else { return }
      let renamed = after.accounts.filter { $0.id == event.accountID }
      after.accounts = after.accounts.filter { $0.id != event.accountID } + renamed
    },
    Fault(
      "keeps a nickname that was given up from others",
      breaks: "A nickname that was given up is free at once",
      "What looked like a nickname that was given up is free at once"
    ) { (result: inout Result<Account, NicknameError>, before) in
      guard let account = try? result.get(), before.isGivenUp(account.nickname) else { return }
      result = .failure(.taken(account.nickname, holder: account))
    }.and { (result: inout Result<SignIn, NicknameError>, before) in
      guard let signIn = try? result.get(), signIn.isNewAccount else { return }
      let account = signIn.active.account
      guard before.isGivenUp(account.nickname) else { return }
      result = .failure(.resembles(account.nickname, holder: account))
    },
    Fault(
      "does not write another spelling of a nickname",
      breaks: "An account may claim its own nickname again, in another spelling too",
      "The active account may take its own nickname in another spelling"
    ) { (after: inout StoreState, before) in
      let keys = before.accounts.map(\.nickname.key)
      if after.has(.renamed, since: before), after.accounts.map(\.nickname.key) == keys {
        after = before
      }
    },
    Fault(
      "names the last account as the holder of every nickname",
      breaks: "A claim on another's nickname names the holder and changes nothing"
    ) { (error: inout NicknameError, before) in
      guard case .taken(let nickname, _) = error, let last = before.accounts.last else { return }
      error = .taken(nickname, holder: last)
    },
    Fault(
      "lists accounts by nickname",
      breaks: "Accounts come in the order in which they were made"
    ) { (accounts: inout [Account], _) in
      accounts.sort { $0.nickname.text < $1.nickname.text }
    },
    Fault(
      "returns the new nickname as the one before",
      breaks: "Renaming is for the account of the active session, and keeps all but the name"
    ) { (renaming: inout Renaming, _) in
      renaming = Renaming(before: renaming.after, after: renaming.after)
    },
    Fault(
      "says that nobody is signed in where a session has ended",
      breaks: "A renaming that is refused says why and changes nothing",
      "An end that was recorded stays, whatever the clock says later"
    ) { (error: inout NicknameError, _) in
      if case .sessionEnded = error { error = .notSignedIn }
    },
    Fault(
      "does not compare how nicknames look",
      breaks: "No account is made for a nickname that looks like another's",
      "No account is renamed to what looks like another's",
      "Another spelling of the own nickname is refused if that looks like another's"
    ) { (request: inout SignInRequest, _) in
      request = request.with { $0.kept(asKey: $0.key.text) }
    }.and { (nickname: inout Nickname, _) in
      nickname = nickname.kept(asKey: nickname.key.text)
    },
    Fault(
      "refuses an account a nickname that looks like its own",
      breaks: "An account may take a nickname that looks like its own"
    ) { (result: inout Result<Renaming, NicknameError>, _) in
      guard let renaming = try? result.get() else { return }
      let (before, nickname) = (renaming.before.account, renaming.after.account.nickname)
      guard before.nickname.key != nickname.key, before.nickname.resembles(nickname) else { return }
      result = .failure(.resembles(nickname, holder: before))
    },
    Fault(
      "keeps the nickname of a removed account from others",
      breaks: "The nickname, the looks and the identities of a removed account are free again"
    ) { (result: inout Result<SignIn, NicknameError>, before) in
      guard let account = try? result.get().active.account else { return }
      if before.events.contains(where: { $0.kind == .accountRemoved && $0.accountID == account.id })
      {
        result = .failure(.resembles(account.nickname, holder: account))
      }
    },
  ]
}

extension SignInRequest {
  /// The same request with the given values replaced.
  fileprivate func with(
    account: AccountID? = nil,
    session: SessionID? = nil,
    terms: SessionTerms? = nil,
    time: Timestamp? = nil,
    nickname change: (Nickname) -> Nickname = { $0 }
  ) -> SignInRequest {
    SignInRequest(
      nickname: change(nickname),
      newAccountID: account ?? newAccountID,
      newSessionID: session ?? newSessionID,
      on: terms ?? self.terms,
      at: RequestContext(
        at: time ?? context.time,
        from: context.origin,
        historyLimit: context.historyLimit
      )
    )
  }
}

extension Nickname {
  /// The nickname as stored by a store that compares keys alone.
  fileprivate func kept(asKey key: String) -> Nickname {
    Nickname(storedText: text, storedKey: key, storedSkeleton: key, storedShownSkeleton: key)
      ?? self
  }
}

extension StoreState {
  /// Whether this state has a newer event of that kind than the one before.
  func has(_ kind: HistoryEvent.Kind, since before: StoreState) -> Bool {
    events.contains { $0.sequence > before.lastSequence && $0.kind == kind }
  }

  fileprivate func isGivenUp(_ nickname: Nickname) -> Bool {
    events.compactMap(\.earlierNickname).contains { earlier in
      (try? Nickname(earlier)).map(nickname.resembles) ?? false
    }
  }
}

extension Session {
  fileprivate func with(expiry: Timestamp?) -> Session {
    Session(
      id: id,
      accountID: accountID,
      startedAt: startedAt,
      lastSeenAt: lastSeenAt,
      expiresAt: expiry,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }
}
