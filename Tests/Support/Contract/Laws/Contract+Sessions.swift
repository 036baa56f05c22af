import MonikerDomain
import MonikerDoubles

extension Contract {
  static var sessions: [Law] {
    [
      Law(
        "Ending the active session leaves no session active and the others open",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1))
        let second = try await store.signIn(try Sample.request("b", 2))
        try expect(
          "what was ended",
          try await store.endActive(),
          is: second.active.signedOut(as: 5)
        )
        try expect("current", try await store.current().active, is: nil)
        try expect(
          "open sessions",
          try await store.openSessions(at: Sample.time(), limit: 9),
          is: [first.active]
        )
        try expect("accounts", try await store.accounts().count, is: 2)
      },
      Law(
        "Ending returns the sessions still open, up to the limit, even if no session was active",
        .hasChosenTimesAndIDs,
        .isDirect
      ) {
        place in
        let store = try await place.openPersonal()
        var open: [AccountSession] = []
        for number in 1...3 {
          open.append(try await store.signIn(try Sample.request("n\(number)", number)).active)
        }
        _ = try await store.signIn(try Sample.request("expired", 4, for: 5))
        let last = try await store.signIn(try Sample.request("last", 5)).active
        for ended in [last.signedOut(5, as: 11), nil] {
          for (limit, more) in [(2, true), (3, false), (Int.max, false), (0, true), (-1, true)] {
            guard ended == nil || limit == 2 else { continue }
            try expect(
              "the sign-out that names \(limit)",
              try await store.end(.active, at: Sample.context(5), naming: limit),
              is: SignOut(
                ended: ended,
                stillOpen: Array(open.prefix(max(0, limit))),
                moreAreOpen: more
              )
            )
          }
        }
      },
      Law("Ending a second time ends nothing") { place in
        let store = try await place.openPersonal()
        try expect("ended in a new store", try await store.endActive(), is: nil)
        _ = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.signIn(try Sample.request("b", 2))
        _ = try await store.endActive()
        let before = try await Observation(store)
        try expect("what was ended", try await store.endActive(), is: nil)
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "An expired session stays active, as ended, until its holder signs out",
        .hasChosenTimesAndIDs,
        .isDirect
      ) {
        place in
        let store = try await place.openPersonal()
        let signIn = try await store.signIn(try Sample.request("a", 1, for: 5))
        try expect("current", try await store.current().active, is: signIn.active)
        _ = try await store.recordExpiries(at: Sample.context(9))
        // Events 1 and 2 are the account and the sign-in.
        let ending = SessionEnding(at: Sample.time(5), .expired, recordedAs: 3)
        let ended = AccountSession(
          account: signIn.active.account,
          session: signIn.active.session.ended(ending)
        )
        try expect("current", try await store.current().active, is: ended)
        let named = try await store.session(of: try Sample.holder(of: "a")).active
        try expect("the session of its holder", named, is: ended)
        try expect("what was ended", try await store.endActive(), is: ended)
        try expect("current", try await store.current().active, is: nil)
        let still = try await store.session(of: try Sample.holder(of: "a")).active
        try expect("the session of its holder", still, is: ended)
      },
      Law("A sign-in does not reopen an ended session", .demandsNoProof, .hasChosenTimesAndIDs) {
        place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.endActive()
        let second = try await store.signIn(try Sample.request("a", 2, at: Sample.time(7)))
        try expect("the session", second.active.session.id, is: Sample.sessionID(2))
        try expect("a new session", second.isNewSession, is: true)
        try expect("the account", second.active.account, is: first.active.account)
      },
      Law(
        "Open sessions are listed in the order of opening, unexpired, up to the limit",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        for (number, lifetime) in ([nil, 10, nil, 11, nil] as [Int64?]).enumerated() {
          _ = try await store.signIn(try Sample.request("n\(number)", number, for: lifetime))
        }
        func names(at offset: Int64, limit: Int) async throws -> [String] {
          try await store.openSessions(at: Sample.time(offset), limit: limit)
            .map(\.account.nickname.text)
        }
        try expect("at 9", try await names(at: 9, limit: 9), is: ["n0", "n1", "n2", "n3", "n4"])
        try expect("at 10", try await names(at: 10, limit: 9), is: ["n0", "n2", "n3", "n4"])
        try expect("at 11", try await names(at: 11, limit: 9), is: ["n0", "n2", "n4"])
        try expect("the first two", try await names(at: 10, limit: 2), is: ["n0", "n2"])
        try expect("none", try await names(at: 10, limit: 0), is: [])
        try expect("less than none", try await names(at: 10, limit: -1), is: [])
      },
      Law("A nickname selects its account's session, whichever session is active") { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("Åsa", 1)).active
        let second = try await store.signIn(try Sample.request("b", 2)).active
        let third = try await store.signIn(try Sample.request("fiona", 3)).active
        for (name, expected) in [
          ("Åsa", first), ("a\u{30A}SA", first), (" b ", second), ("ﬁona", third),
          ("nobody", nil), ("a\u{200D}", nil),
        ] {
          let found = try await store.session(of: try Sample.holder(of: name)).active
          try expect("the session of \(name)", found, is: expected)
        }
        try expect("the active session", try await store.session(of: .active).active, is: third)
      },
      Law("An account without a session has none of another account, and is not active", .isDirect)
      { place in
        let store = try await place.openPersonal()
        try expect(
          "in a new store",
          try await store.session(of: try Sample.holder(of: "a")).active,
          is: nil
        )
        _ = try await store.assign(
          try Nickname("a"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        let other = try await store.signIn(try Sample.request("b", 2)).active
        let before = try await Observation(store)
        try expect(
          "the session",
          try await store.session(of: try Sample.holder(of: "a")).active,
          is: nil
        )
        let signOut = try await store.end(
          try Sample.holder(of: "a"),
          at: Sample.context(),
          naming: 9
        )
        try expect(
          "what was ended",
          signOut,
          is: SignOut(ended: nil, stillOpen: [other], moreAreOpen: false)
        )
        try await expect(
          "the renaming",
          toThrow: { $0 as? NicknameError == .notSignedIn },
          {
            try await store.rename(
              try Sample.holder(of: "a"),
              to: try Nickname("c"),
              at: Sample.context()
            )
          }
        )
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "Ending a session by nickname ends no other, and keeps the active one",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1)).active
        let second = try await store.signIn(try Sample.request("b", 2)).active
        let ended = try await store.end(
          try Sample.holder(of: "A"),
          at: Sample.context(9),
          naming: 9
        )
        try expect(
          "what was ended",
          ended,
          is: SignOut(ended: first.signedOut(9, as: 5), stillOpen: [second], moreAreOpen: false)
        )
        try expect("the active session", try await store.current().active, is: second)
        try expect(
          "the session",
          try await store.session(of: try Sample.holder(of: "a")).active,
          is: nil
        )
        let active = try await store.end(
          try Sample.holder(of: "b"),
          at: Sample.context(9),
          naming: 9
        )
        try expect(
          "what was ended",
          active,
          is: SignOut(ended: second.signedOut(9, as: 6), stillOpen: [], moreAreOpen: false)
        )
        try expect("the active session", try await store.current().active, is: nil)
      },
      Law("Renaming by nickname renames its account, and keeps the active session") { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1)).active
        let second = try await store.signIn(try Sample.request("b", 2)).active
        let renaming = try await store.rename(
          try Sample.holder(of: "A"),
          to: try Nickname("c"),
          at: Sample.context()
        )
        try expect("who was renamed", renaming.before, is: first)
        try expect("the session", renaming.after.session, is: first.session)
        try expect("the active session", try await store.current().active, is: second)
        let names = try await store.accounts().map(\.nickname.text)
        try expect("the nicknames", names, is: ["c", "b"])
      },
    ]
  }
}
