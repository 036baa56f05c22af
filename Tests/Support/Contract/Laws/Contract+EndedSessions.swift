import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about sessions that are listed, found and ended together.
  static var endedSessions: [Law] {
    [
      Law(
        "Pages of sessions have each session once, the open ones and those that have ended",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        for number in 1...5 {
          _ = try await store.signIn(
            try Sample.request("a\(number)", number, at: Sample.time(Int64(number)))
          )
        }
        func numbers(_ page: Page<SessionEntry>) -> [SessionID] { page.entries.map(\.session.id) }
        func ids(_ numbers: [Int]) -> [SessionID] { numbers.map { Sample.sessionID($0) } }
        let first = try await store.openSessions(PageRequest(limit: 2), in: .test)
        try expect("open", numbers(first), is: ids([1, 2]))
        guard let next = first.next else { throw LawBroken("there is no second page") }
        // The last of the page ends between.
        for number in [2, 1, 4] {
          _ = try await store.endSessions(
            .session(Sample.sessionID(number)),
            at: Sample.context(Int64(9 + number))
          )
        }
        let second = try await store.openSessions(PageRequest(at: next, limit: 9), in: .test)
        try expect("then open", numbers(second), is: ids([3, 5]))
        try expect("behind it", second.next, is: nil)
        let last = try await store.endedSessions(PageRequest(limit: 2), in: .test)
        try expect("ended", numbers(last), is: ids([4, 1]))
        guard let earlier = last.next else { throw LawBroken("there is no page before") }
        let rest = try await store.endedSessions(PageRequest(at: earlier, limit: 2), in: .test)
        try expect("ended before", numbers(rest), is: ids([2]))
        try expect("before it", rest.next, is: nil)
        for cursor in ["x", ""] {
          for read in [store.openSessions, store.endedSessions] {
            try await expect(
              "a cursor of another list",
              toThrow: {
                if case SessionError.store(let failure) = $0 {
                  failure.reason == .unsupported
                } else {
                  false
                }
              },
              { try await read(PageRequest(at: PageCursor(cursor)), .test) }
            )
          }
        }
      },
      Law(
        "Ending all sessions ends the first ten thousand, and a refusal names the first hundred",
        .seesEverything,
        .isWhole
      ) {
        place in
        let store = try await place.open()
        let step = Session.maximumRevocations
        let holders = AccountError.maximumCandidates + 2
        var records: [StoreRecord] = []
        for number in 1...holders {
          let account = Account(
            id: Sample.accountID(number),
            nickname: try Nickname("name \(number)"),
            createdAt: Sample.time()
          )
          records.append(.account(account, lastSignedInAt: nil))
        }
        for number in 0..<step + 2 {
          records.append(
            .session(
              Session(
                id: Sample.sessionID(number),
                accountID: Sample.accountID(number % holders + 1),
                deviceID: Sample.deviceID(number / holders + 1),
                startedAt: Sample.time(),
                lastSeenAt: Sample.time(),
                expiresAt: nil,
                origin: Origin()
              )
            )
          )
        }
        _ = try await store.merge(
          records + [.metadata(StoreMetadata(activeSessionID: nil, lastSequence: 0))]
        )
        do {
          _ = try await store.activate(.onlyOther, at: Sample.context(1))
          throw LawBroken("a switch among many")
        } catch AccountError.ambiguous(let candidates) {
          let first = (1...AccountError.maximumCandidates).map { Sample.accountID($0) }
          try expect("the candidates", candidates.map(\.id), is: first)
        }
        let ended = try await store.endSessions(.all, at: Sample.context(1)).map(\.session.id)
        try expect("first", ended, is: (0..<step).map { Sample.sessionID($0) })
        let rest = try await store.endSessions(.all, at: Sample.context(2)).map(\.session.id)
        try expect("then", rest, is: [step, step + 1].map { Sample.sessionID($0) })
        try expect("at last", try await store.endSessions(.all, at: Sample.context(3)), is: [])
      },
      Law(
        "Sessions are listed in the order of their start, with the sessions that ended last",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        try expect(
          "in a new store",
          try await store.sessions(endedLimit: 9),
          is: SessionList(entries: [], moreHaveEnded: false)
        )
        var active: [AccountSession] = []
        for number in 0..<4 {
          let request = try Sample.request("n\(number)", number, at: Sample.time(Int64(number)))
          active.append(try await store.signIn(request).active)
        }
        _ = try await store.end(try Sample.holder(of: "n2"), at: Sample.context(5), naming: 0)
        _ = try await store.endSessions(.session(Sample.sessionID(0)), at: Sample.context(7))
        let n2 = SessionEntry(holder: active[2].ended(5, .signedOut, as: 9), isActive: false)
        let n0 = SessionEntry(holder: active[0].ended(7, .revoked, as: 10), isActive: false)
        let open = [
          SessionEntry(holder: active[1], isActive: false),
          SessionEntry(holder: active[3], isActive: true),
        ]
        for (limit, entries) in [
          (-1, open), (0, open), (1, [n0] + open), (2, [n0, open[0], n2, open[1]]),
          (.max, [n0, open[0], n2, open[1]]),
        ] {
          let list = try await store.sessions(endedLimit: limit)
          try expect("with \(limit) ended", list.entries, is: entries)
          try expect("whether there are more", list.moreHaveEnded, is: limit < 2)
        }
      },
      Law("Sessions are found by a prefix of their ID", .seesEverything, .hasChosenTimesAndIDs) {
        place in
        let store = try await place.open()
        for number in [0x10, 0x11, 0x20] {
          _ = try await store.signIn(try Sample.request("n\(number)", number))
        }
        _ = try await store.endActive()
        let whole = Sample.sessionID(0x11).description
        for (text, limit, expected) in [
          ("5", 9, ["n16", "n17", "n32"]), ("5", 2, ["n16", "n17"]), ("5", 0, []), ("5", -1, []),
          ("6", 9, []), (String(whole.dropLast()), 9, ["n16", "n17"]), (whole, 9, ["n17"]),
          (whole.uppercased().replacing("-", with: ""), 9, ["n17"]),
        ] {
          guard let prefix = SessionIDPrefix(text) else { throw LawBroken("\(text) is refused") }
          let list = try await store.sessions(beginningWith: prefix, limit: limit)
          try expect(text, list.entries.map(\.account.nickname.text), is: expected)
          try expect("more", list.moreHaveEnded, is: false)
        }
      },
      Law(
        "Ending sessions ends exactly the selected ones, and keeps the active one",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        for (round, (scope, names)) in [
          (.session(Sample.sessionID(1)), ["b"]), (.subject(.active), ["d"]),
          (.subject(try Sample.holder(of: "A")), ["a"]),
          (.others(than: .active), ["a", "b"]),
          (.others(than: try Sample.holder(of: "A")), ["b", "d"]), (.all, ["a", "b", "d"]),
        ].enumerated() as EnumeratedSequence<[(SessionSelection, [String])]> {
          let start = Int64(round) * 100
          for account in try await store.accounts() {
            _ = try await store.remove(account.id, at: Sample.context(start))
          }
          for (number, name) in ["a", "b", "c", "d"].enumerated() {
            _ = try await store.signIn(
              try Sample.request(
                name,
                number,
                at: Sample.time(start),
                for: name == "c" ? 5 : nil
              )
            )
          }
          let active = try await store.current().active
          let ended = try await store.endSessions(scope, at: Sample.context(start + 5))
          try expect("who", ended.map(\.account.nickname.text), is: names)
          try expect("why", ended.map(\.session.ending?.reason), is: names.map { _ in .revoked })
          try expect("when", Set(ended.map(\.session.ending?.time)), is: [Sample.time(start + 5)])
          let list = try await store.sessions(endedLimit: 9)
          let all = Set(list.entries.filter { $0.session.ending?.reason == .revoked })
          try expect("what is ended", all, is: Set(ended))
          let current = try await store.current().active
          try expect("who is active", current?.session.id, is: active?.session.id)
          try expect(
            "whether it has ended",
            current?.session.ending?.reason,
            is: names.contains("d") ? .revoked : nil
          )
          // A new sign-in opens another session.
          let again = try await store.signIn(try Sample.request(names[0], 9))
          try expect("a new session", again.isNewSession, is: true)
        }
      },
      Law(
        "Ending sessions that have ended or do not exist changes nothing",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        try expect("all of none", try await store.endSessions(.all, at: Sample.context()), is: [])
        func expectRefusal(_ error: SessionError, of scope: SessionSelection) async throws {
          let before = try await Observation(store)
          try await expect(
            "\(scope)",
            toThrow: { $0 as? SessionError == error },
            { try await store.endSessions(scope, at: Sample.context(9)) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
        let unknown = Sample.sessionID(7)
        try await expectRefusal(.noSuchSession(unknown.description), of: .session(unknown))
        try await expectRefusal(.notSignedIn, of: .subject(.active))
        try await expectRefusal(.notSignedIn, of: .others(than: .active))
        let first = try await store.signIn(try Sample.request("a", 1, for: 5)).active
        let expired = first.ended(5, .expired, as: nil)
        try await expectRefusal(.sessionEnded(expired), of: .subject(.active))
        try await expectRefusal(.sessionEnded(expired), of: .others(than: .active))
        _ = try await store.signIn(try Sample.request("b", 2)).active
        _ = try await store.endSessions(.session(Sample.sessionID(1)), at: Sample.context())
        let before = try await Observation(store)
        let again = try await store.endSessions(
          .session(Sample.sessionID(1)),
          at: Sample.context()
        )
        try expect("ended twice", again, is: [])
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "Signing out of an ended active session leaves no session active, and ends nothing again",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        let active = try await store.signIn(try Sample.request("a", 1)).active
        _ = try await store.endSessions(.all, at: Sample.context(4))
        let ended = active.ended(4, .revoked, as: 3)
        try expect("what was ended", try await store.endActive(), is: ended)
        try expect("who is active", try await store.current().active, is: nil)
        let before = try await Observation(store)
        let again = try await store.end(
          try Sample.holder(of: "a"),
          at: Sample.context(9),
          naming: 9
        )
        try expect("by name", again, is: SignOut(ended: nil, stillOpen: [], moreAreOpen: false))
        try expect("the store", try await Observation(store), is: before)
        let found = try await store.session(of: try Sample.holder(of: "a")).active
        try expect("the session of its holder", found, is: ended)
        let sessions = try await store.sessions(endedLimit: 9).entries
        try expect("the sessions", sessions.map(\.holder), is: [ended])
      },
      Law(
        "Switching to an account with an ended session is refused with that session",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1)).active
        _ = try await store.signIn(try Sample.request("b", 2))
        _ = try await store.endSessions(.session(Sample.sessionID(1)), at: Sample.context(4))
        let ended = first.ended(4, .revoked, as: 5)
        try await expect(
          "switching",
          toThrow: { $0 as? AccountError == .sessionEnded(ended) },
          {
            try await store.activate(
              .holder(of: try Sample.reference(to: "a")),
              at: Sample.context(4)
            )
          }
        )
      },
    ]
  }
}
