import MonikerDomain

extension Contract {
  static var sessions: [Law] {
    [
      Law("Ending the active session leaves nobody active and the others open") { place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1))
        let second = try await store.signIn(try Sample.request("b", 2))
        try expect("what was ended", try await store.endActive(), is: second.active)
        try expect("current", try await store.current().active, is: nil)
        try expect(
          "open sessions",
          try await store.openSessions(at: Sample.time(), limit: 9),
          is: [first.active]
        )
        try expect("accounts", try await store.accounts().count, is: 2)
      },
      Law("Ending names who stays signed in, up to the limit, also when nobody was active") {
        place in
        let store = try await place.open()
        var open: [ActiveSession] = []
        for number in 1...3 {
          open.append(try await store.signIn(try Sample.request("n\(number)", number)).active)
        }
        _ = try await store.signIn(try Sample.request("expired", 4, expiresAt: Sample.time(5)))
        let last = try await store.signIn(try Sample.request("last", 5)).active
        for ended in [last, nil] {
          for (limit, more) in [(2, true), (3, false), (Int.max, false), (0, true), (-1, true)] {
            guard ended == nil || limit == 2 else { continue }
            try expect(
              "the sign-out that names \(limit)",
              try await store.endActive(at: Sample.time(5), naming: limit),
              is: SignOut(
                ended: ended,
                stillOpen: Array(open.prefix(max(0, limit))),
                moreAreOpen: more
              )
            )
          }
        }
      },
      Law("Ending twice ends nothing the second time") { place in
        let store = try await place.open()
        try expect("ended in a new store", try await store.endActive(), is: nil)
        _ = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.signIn(try Sample.request("b", 2))
        _ = try await store.endActive()
        let before = try await Observation(store)
        try expect("what was ended", try await store.endActive(), is: nil)
        try expect("the store", try await Observation(store), is: before)
      },
      Law("A session that has expired is still the active one until it is ended") { place in
        let store = try await place.open()
        let signIn = try await store.signIn(try Sample.request("a", 1, expiresAt: Sample.time(1)))
        try expect("current", try await store.current().active, is: signIn.active)
        try expect("what was ended", try await store.endActive(), is: signIn.active)
        try expect("current", try await store.current().active, is: nil)
      },
      Law("A session that was ended is not taken up again") { place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.endActive()
        let second = try await store.signIn(try Sample.request("a", 2, at: Sample.time(7)))
        try expect("the session", second.active.session.id, is: Sample.sessionID(2))
        try expect("a new session", second.isNewSession, is: true)
        try expect("the account", second.active.account, is: first.active.account)
      },
      Law("Open sessions come in the order of opening, unexpired, up to the limit") { place in
        let store = try await place.open()
        for (number, expiry) in [nil, Sample.time(10), nil, Sample.time(11), nil].enumerated() {
          _ = try await store.signIn(try Sample.request("n\(number)", number, expiresAt: expiry))
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
    ]
  }
}
