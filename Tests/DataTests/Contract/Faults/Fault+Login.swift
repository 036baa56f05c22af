import MonikerDomain
import MonikerDoubles
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of signing in, claiming and renaming.
  static let login = [
    Fault(
      "goes on by time behind an entry that is gone",
      breaks: "Pages have what stays exactly once, also if times are equal or descend"
    ) { (page: inout PageRequest, _) in
      guard let cursor = page.cursor else { return }
      let parts = cursor.description.split(separator: "_")
      page = PageRequest(at: PageCursor(parts.prefix(2).joined(separator: "_")), limit: page.limit)
    },
    Fault(
      "tells of no conflict before a claim",
      breaks:
        "Asking for a nickname gives what a claim would be refused with, and changes nothing",
      "A claim decides as was told before it"
    ) { (conflict: inout NicknameConflict?, _) in
      conflict = nil
    },
    Fault(
      "tells of no look-alikes before a claim",
      breaks:
        "Asking for a nickname gives what a claim would be refused with, and changes nothing",
      "A claim decides as was told before it"
    ) { (conflict: inout NicknameConflict?, _) in
      if case .resembles = conflict { conflict = nil }
    },
    Fault(
      "tells of no rest before a claim",
      breaks: "A nickname that rests is in conflict for all but its last holder, until it is free"
    ) { (conflict: inout NicknameConflict?, _) in
      if case .resting = conflict { conflict = nil }
    },
    Fault(
      "tells any device about every account",
      breaks: "Asking for a nickname is refused for an account outside the scope"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "starts with an account",
      breaks: "A new store has no accounts and no active session"
    ) { (accounts: inout Page<AccountEntry>, _) in
      guard accounts.entries.isEmpty, let guest = try? Nickname("guest") else { return }
      let account = Account(
        id: AccountID(high: 1, low: 1),
        nickname: guest,
        createdAt: Timestamp(millisecondsSince1970: 0)
      )
      let entry = AccountEntry(
        account: account,
        session: nil,
        isActive: false,
        lastSignedInAt: nil
      )
      accounts = Page(entries: [entry], next: nil)
    },
    Fault(
      "rounds times to seconds",
      breaks:
        "A sign-in under a free nickname adds an account and a session with the requested values"
    ) { (request: inout SignInChange, _) in
      let second = request.context.time.millisecondsSince1970 / 1_000
      request = request.with(time: Timestamp(millisecondsSince1970: second * 1_000))
    },
    Fault(
      "uses the latest time of all calls as the current time",
      breaks: "A wrong time of the clock does not affect sessions opened later"
    ) { (request: inout SignInChange, before) in
      let latest = before.sessions.map(\.lastSeenAt).max()
      request = request.with(time: max(request.context.time, latest ?? request.context.time))
    },
    Fault(
      "compares nicknames by their text",
      breaks: "A sign-in under a held nickname finds its account, in any spelling",
      "A claim on another account's nickname returns the holder and changes nothing"
    ) { (request: inout SignInChange, _) in
      request = request.with { $0.kept(asKey: $0.text) }
    }.and { (nickname: inout Nickname, _) in
      nickname = nickname.kept(asKey: nickname.text)
    },
    Fault(
      "writes only changes with an event",
      breaks: "A second sign-in keeps the session and updates the time when it was last seen",
      "Use renews a session with an idle timeout, and only if it was last seen a minute ago or more",
      "A second sign-in renews a session with an idle timeout"
    ) { (after: inout StoreState, before) in
      if after.lastSequence == before.lastSequence { after = before }
    },
    Fault(
      "renews a session a minute after its last use, however long its idle timeout is",
      breaks: "Use renews a session at most once per twentieth of its idle timeout"
    ) { (context: inout ChangeContext, before) in
      guard let session = before.sessions.last, let interval = session.renewalInterval,
        session.lastSeenAt.duration(to: context.time) >= Session.minimumRenewalInterval
      else { return }
      context = ChangeContext(
        at: max(context.time, session.lastSeenAt.advanced(by: interval)),
        in: context.scope,
        from: context.origin,
        intention: context.intention
      )
    },
    Fault(
      "ignores the minimum remaining lifetime",
      breaks: "A kept session with too little time left is renewed, never shortened"
    ) { (request: inout SignInChange, _) in
      request = request.with(terms: SessionTerms(lifetime: request.terms.lifetime))
    },
    Fault(
      "adds an expiry to a kept session",
      breaks: "A session without an expiry gets none when a sign-in keeps it"
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
      "lets a session last a millisecond longer",
      breaks: "A session holds until the millisecond before its expiry"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before), let last = after.sessions.popLast() else { return }
      let expiry = last.expiresAt?.advanced(by: .milliseconds(1))
      after.sessions.append(last.with(expiry: expiry))
    },
    Fault(
      "ends the sessions of other accounts at a sign-in",
      breaks:
        "A sign-in to another account makes its session active and leaves the earlier session open"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedIn, since: before) else { return }
      let active = after.activeSessionID
      after.sessions.removeAll { $0.ending == nil && $0.id != active }
    },
    Fault(
      "replaces an account ID in use by another",
      breaks: "An ID in use is refused for a new account or session"
    ) { (request: inout SignInChange, before) in
      guard before.accounts.contains(where: { $0.id == request.newAccountID }) else { return }
      request = request.with(account: AccountID(high: 2, low: 0))
    },
    Fault(
      "replaces a session ID in use by another",
      breaks: "The ID of an ended session is refused for its successor"
    ) { (request: inout SignInChange, before) in
      guard before.sessions.contains(where: { $0.id == request.newSessionID }) else { return }
      request = request.with(session: SessionID(high: 2, low: 0))
    },
    Fault(
      "signs in an account that is only claimed",
      breaks: "A claim with a new ID adds an account that is not signed in"
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
      "moves a renamed account to the end",
      breaks: "A rename keeps ID, creation time, session and place in the order"
    ) { (after: inout StoreState, before) in
      guard let event = after.events.last, after.has(.renamed, since: before) else { return }
      let renamed = after.accounts.filter { $0.id == event.accountID }
      after.accounts = after.accounts.filter { $0.id != event.accountID } + renamed
    },
    Fault(
      "keeps a nickname reserved after it was given up",
      breaks: "A nickname is free as soon as it is given up",
      "Look-alikes of a nickname are free as soon as it is given up"
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
      breaks: "A claim on another account's nickname returns the holder and changes nothing"
    ) { (error: inout NicknameError, before) in
      guard case .taken(let nickname, _) = error, let last = before.accounts.last else { return }
      error = .taken(nickname, holder: last)
    },
    Fault(
      "lists accounts by nickname",
      breaks: "Accounts are listed in the order in which they were added"
    ) { (accounts: inout Page<AccountEntry>, _) in
      accounts = Page(
        entries: accounts.entries.sorted { $0.account.nickname.text < $1.account.nickname.text },
        next: accounts.next
      )
    },
    Fault(
      "begins each page of accounts behind those that were removed",
      breaks: "Pages of accounts have each account once, whatever is removed between"
    ) { (page: inout PageRequest, before) in
      guard page.cursor != nil, before.accounts.count == 4,
        let skipped = before.accounts.dropFirst(2).first
      else { return }
      page = PageRequest(
        at: PageCursor("\(skipped.createdAt.millisecondsSince1970)_\(skipped.id)"),
        limit: page.limit
      )
    },
    Fault(
      "gives pages of any size",
      breaks: "Pages of accounts have each account once, whatever is removed between",
      "Pages of devices have each device once",
      "Pages of sessions have each session once, the open ones and those that have ended"
    ) { (page: inout PageRequest, _) in
      page = .first
    },
    Fault(
      "returns the new nickname as the one before",
      breaks: "Renaming changes the nickname of the active session's account, and nothing else"
    ) { (renaming: inout Renaming, _) in
      renaming = Renaming(before: renaming.after, after: renaming.after)
    },
    Fault(
      "reports an ended session as no session",
      breaks: "A refused rename gives the reason and changes nothing",
      "A recorded end stays at any later time of the clock"
    ) { (error: inout NicknameError, _) in
      if case .sessionEnded = error { error = .notSignedIn }
    },
    Fault(
      "does not compare how nicknames look",
      breaks: "No account is added for a look-alike of another nickname",
      "No account is renamed to a look-alike of another nickname",
      "Another spelling of an account's own nickname is refused if it looks like another nickname"
    ) { (request: inout SignInChange, _) in
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
      "keeps the nickname of a removed account reserved",
      breaks: "The nickname, its look-alikes and the IDs of a removed account are free again"
    ) { (result: inout Result<SignIn, NicknameError>, before) in
      guard let account = try? result.get().active.account else { return }
      if before.events.contains(where: { $0.kind == .accountRemoved && $0.accountID == account.id })
      {
        result = .failure(.resembles(account.nickname, holder: account))
      }
    },
  ]
}

extension SignInChange {
  /// The same request with the given values replaced.
  fileprivate func with(
    account: AccountID? = nil,
    session: SessionID? = nil,
    terms: SessionTerms? = nil,
    time: Timestamp? = nil,
    nickname change: (Nickname) -> Nickname = { $0 }
  ) -> SignInChange {
    SignInChange(
      nickname: change(nickname),
      newAccountID: account ?? newAccountID,
      newSessionID: session ?? newSessionID,
      on: terms ?? self.terms,
      at: ChangeContext(
        at: time ?? context.time,
        in: context.scope,
        from: context.origin
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
