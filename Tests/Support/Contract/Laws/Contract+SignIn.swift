import MonikerDomain
import MonikerModel
import MonikerDoubles

extension Contract {
  static var signIn: [Law] {
    [
      Law("A new store has no accounts and no active session") { place in
        let store = try await place.openPersonal()
        try expect("accounts", try await store.accounts(), is: [])
        try expect("current", try await store.current(), is: SessionSnapshot(active: nil))
        try expect(
          "open sessions",
          try await store.openSessions(at: Sample.time(), limit: 9),
          is: []
        )
      },
      Law(
        "A sign-in under a free nickname adds an account and a session with the requested values",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let expiry = Sample.time(1)
        let request = try Sample.request("길동 <b>&\"' 👩👧", 1, for: 1)
        let signIn = try await store.signIn(request)
        let account = Account(
          id: Sample.accountID(1),
          nickname: request.nickname,
          createdAt: Sample.time()
        )
        let session = Session(
          id: Sample.sessionID(1),
          accountID: account.id,
          startedAt: Sample.time(),
          lastSeenAt: Sample.time(),
          expiresAt: expiry,
          origin: Sample.origin
        )
        let active = AccountSession(account: account, session: session)
        try expect(
          "sign-in",
          signIn,
          is: SignIn(active: active, isNewAccount: true, isNewSession: true)
        )
        try expect("current", try await store.current().active, is: active)
        try expect("accounts", try await store.accounts(), is: [account])
      },
      Law("A sign-in under a held nickname finds its account, in any spelling") { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("Åsa 한", 1))
        let spellings = ["A\u{30A}sa 한", "åsa\u{3000}한", "  Åsa  \u{1112}\u{1161}\u{11AB}\t"]
        for (number, spelling) in zip(2..., spellings) {
          let again = try await store.signIn(try Sample.request(spelling, number))
          try expect("the account for \(spelling)", again.active.account, is: first.active.account)
          try expect("a new account", again.isNewAccount, is: false)
        }
        try expect("accounts", try await store.accounts(), is: [first.active.account])
      },
      Law(
        "A second sign-in keeps the session and updates the time when it was last seen",
        .hasChosenTimesAndIDs,
        .isDirect
      ) {
        place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1, for: 99))
        let again = try await store.signIn(
          try Sample.request("a", 2, at: Sample.time(5), for: 200)
        )
        let session = first.active.session.seen(at: Sample.time(5))
        try expect("the session", again.active.session, is: session)
        try expect("a new session", again.isNewSession, is: false)
        let earlier = try await store.signIn(try Sample.request("a", 3, at: Sample.time(2)))
        try expect("the session, seen earlier", earlier.active.session, is: session)
        try expect("current", try await store.current().active?.session, is: session)
      },
      Law(
        "A kept session with too little time left is renewed, never shortened",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1, for: 100)).active.session
        for (step, (time, minimum, lifetime, expiry)) in [
          (1, nil, 500, 100), (2, 98, 500, 100), (3, 98, nil, 100), (4, 97, 10, 100),
          (5, 96, 500, 505), (6, 900, 300, 505),
        ].enumerated() as EnumeratedSequence<[(Int64, Int64?, Int64?, Int64)]> {
          let again = try await store.signIn(
            try Sample.request(
              "a",
              10 + step,
              at: Sample.time(time),
              for: lifetime,
              keeping: minimum
            )
          )
          let session = first.seen(at: Sample.time(time), renewedUntil: Sample.time(expiry))
          try expect("the session, step \(step)", again.active.session, is: session)
          try expect("renewed, step \(step)", again.isRenewed, is: step == 4)
          try expect("a new session", again.isNewSession, is: false)
          try expect("current", try await store.current().active?.session, is: session)
        }
      },
      Law("A session without an expiry gets none when a sign-in keeps it", .isDirect) { place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("a", 1))
        let again = try await store.signIn(
          try Sample.request("a", 2, for: 5, keeping: 99)
        )
        try expect("its expiry", again.active.session.expiresAt, is: nil)
        try expect("renewed", again.isRenewed, is: false)
      },
      Law(
        "A session holds until the millisecond before its expiry",
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let expiry = Sample.time(1_000)
        let first = try await store.signIn(try Sample.request("a", 1, for: 1_000))
        let kept = try await store.signIn(try Sample.request("a", 2, at: Sample.time(999)))
        try expect("the session before", kept.active.session.id, is: first.active.session.id)
        let replaced = try await store.signIn(try Sample.request("a", 3, at: expiry))
        try expect("the session at expiry", replaced.active.session.id, is: Sample.sessionID(3))
        try expect("a new session", replaced.isNewSession, is: true)
        try expect("its expiry", replaced.active.session.expiresAt, is: nil)
        try expect(
          "open sessions",
          try await store.openSessions(at: expiry, limit: 9),
          is: [replaced.active]
        )
      },
      Law(
        "A sign-in to another account makes its session active and leaves the earlier session open",
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1))
        let second = try await store.signIn(try Sample.request("b", 2))
        try expect("current", try await store.current().active, is: second.active)
        try expect(
          "open sessions",
          try await store.openSessions(at: Sample.time(), limit: 9),
          is: [first.active, second.active]
        )
        let back = try await store.signIn(try Sample.request("a", 3))
        try expect("the first again", back.active, is: first.active)
        try expect("current", try await store.current().active, is: first.active)
      },
      Law("An ID in use is refused for a new account or session", .hasChosenTimesAndIDs) { place in
        let store = try await place.openPersonal()
        try await _ = store.signIn(try Sample.request("a", 1))
        let before = try await Observation(store)
        let known = try Nickname("b")
        for (account, session) in [(1, 2), (2, 1)] {
          let request = SignInChange(
            nickname: known,
            newAccountID: Sample.accountID(account),
            newSessionID: Sample.sessionID(session),
            at: Sample.context(9)
          )
          try await expect(
            "account \(account) with session \(session)",
            toThrow: { ($0 as? NicknameError)?.isIDInUse == true },
            { try await store.signIn(request) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
      },
      Law(
        "The ID of an ended session is refused for its successor",
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1, for: 5))
        _ = try await store.signIn(try Sample.request("b", 2))
        _ = try await store.endActive()
        let before = try await Observation(store)
        for (name, session) in [("a", 1), ("b", 2)] {
          try await expect(
            "the same ID",
            toThrow: { ($0 as? NicknameError)?.isIDInUse == true },
            { try await store.signIn(try Sample.request(name, session, at: Sample.time(5))) }
          )
        }
        try expect("the store", try await Observation(store), is: before)
      },
    ]
  }
}
