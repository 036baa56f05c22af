import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about sessions that expire.
  static var time: [Law] {
    [
      Law("A recorded end stays at any later time of the clock", .hasChosenTimesAndIDs, .isDirect) {
        place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1, for: 100)).active
        _ = try await store.recordExpiries(at: Sample.context(100))
        let snapshot = try await store.current()
        for year in [-1, 0, 1] as [Int64] {
          let now = Sample.time(year * 31_536_000_000)
          let ended = first.ended(100, .expired, as: 3)
          try expect("the state, year \(year)", snapshot.state(at: now), is: .ended(ended))
        }
        let renaming = try Nickname("c")
        try await expect(
          "renaming",
          toThrow: { ($0 as? NicknameError)?.isSessionEnded == true },
          { try await store.rename(.active, to: renaming, at: Sample.context(-5)) }
        )
      },
      Law(
        "A wrong time of the clock does not affect sessions opened later",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let last = Timestamp(millisecondsSince1970: Timestamp.range.upperBound)
        _ = try await store.signIn(try Sample.request("a", 1, at: last))
        let second = try await store.signIn(try Sample.request("b", 2, for: 100))
        try expect("its start", second.active.session.startedAt, is: Sample.time())
        try expect("its expiry", second.active.session.expiresAt, is: Sample.time(100))
        for (offset, isHeld) in [(0, true), (99, true), (100, false)] as [(Int64, Bool)] {
          let state = try await store.current().state(at: Sample.time(offset))
          try expect("held after \(offset)", state == .signedIn(second.active), is: isHeld)
        }
        let renamed = try await store.rename(
          .active,
          to: try Nickname("c"),
          at: Sample.context(50)
        )
        try expect("renaming", renamed.after.account.nickname.text, is: "c")
      },
      Law(
        "Use renews a session with an idle timeout, and only if it was last seen a minute ago or more",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(
          try Sample.request("a", 1, for: 200_000, sliding: true)
        ).active
        try expect("by what it slides", first.session.idleTimeout, is: .milliseconds(200_000))
        _ = try await store.signIn(try Sample.request("b", 2, for: 200_000))
        let a = try Sample.holder(of: "A")
        let before = try await Observation(store)
        for (subject, name) in [(a, "a"), (.active, "b")] {
          let early = try await store.renew(subject, at: Sample.context(59_999)).active
          try expect("who is meant", early?.account.nickname.text, is: name)
        }
        let fixed = try await store.renew(.active, at: Sample.context(150_000))
        try expect("a fixed one", fixed, is: before.snapshot)
        try expect("the store", try await Observation(store), is: before)
        for (time, expiry) in [(60_000, 260_000), (259_999, 459_999)] as [(Int64, Int64)] {
          let snapshot = try await store.renew(a, at: Sample.context(time))
          try expect("what it returns", snapshot, is: try await store.session(of: a))
          let renewed = snapshot.active?.session
          let expected = first.session.seen(
            at: Sample.time(time),
            renewedUntil: Sample.time(expiry)
          )
          try expect("the session at \(time)", renewed, is: expected)
          try expect("kept", try await store.session(of: a).active?.session, is: expected)
        }
        let kept = try await store.session(of: a)
        let ended = try await store.renew(a, at: Sample.context(459_999))
        try expect("at its expiry", ended, is: kept)
        let state = ended.state(at: Sample.time(459_999))
        let isEnded = if case .ended = state { true } else { false }
        try expect("its state", isEnded, is: true)
      },
      Law(
        "Use renews a session at most once per twentieth of its idle timeout",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(
          try Sample.request("a", 1, for: 3_600_000, sliding: true)
        ).active.session
        for time in [60_000, 179_999] as [Int64] {
          let early = try await store.renew(.active, at: Sample.context(time))
          try expect("at \(time)", early.active?.session, is: first)
        }
        try expect("kept", try await store.session(of: .active).active?.session, is: first)
        let renewed = try await store.renew(.active, at: Sample.context(180_000))
        let expected = first.seen(at: Sample.time(180_000), renewedUntil: Sample.time(3_780_000))
        try expect("a twentieth later", renewed.active?.session, is: expected)
      },
      Law(
        "A second sign-in renews a session with an idle timeout",
        .hasChosenTimesAndIDs,
        .isDirect
      ) {
        place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("a", 1, for: 100, sliding: true))
        let kept = try await store.signIn(try Sample.request("a", 2, at: Sample.time(99), for: 7))
        try expect("its expiry", kept.active.session.expiresAt, is: Sample.time(199))
        try expect("renewed", kept.isRenewed, is: true)
        let back = try await store.signIn(try Sample.request("a", 3, at: Sample.time(50)))
        try expect("never shortened", back.active.session.expiresAt, is: Sample.time(199))
      },
      Law(
        "Expired sessions are recorded in the order of expiry, a hundred at a time",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        try expect("in a new store", try await store.recordExpiries(at: Sample.context()), is: 0)
        for (number, lifetime) in [30, 10, nil, 20, 10].enumerated() as EnumeratedSequence<[Int64?]>
        {
          _ = try await store.signIn(try Sample.request("n\(number)", number, for: lifetime))
        }
        let count = Session.maximumExpiries
        for number in 1...count {
          _ = try await store.signIn(try Sample.request("m\(number)", 100 + number, for: 25))
        }
        let before = try await store.events(limit: .max).count
        try expect("first", try await store.recordExpiries(at: Sample.context(29)), is: count)
        try expect("then", try await store.recordExpiries(at: Sample.context(29)), is: 3)
        try expect("then none", try await store.recordExpiries(at: Sample.context(29)), is: 0)
        let all = try await store.events(limit: .max)
        let expiries = Array(all.dropFirst(before))
        try expect("kinds", Set(expiries.map(\.kind)), is: [.expired])
        let names = ["n1", "n4", "n3"] + (1...count).map { "m\($0)" }
        try expect("who", expiries.map(\.nickname), is: names)
        try expect(
          "when",
          expiries.prefix(3).map(\.time),
          is: [10, 10, 20].map { Sample.time($0) }
        )
        try expect("by whom", Set(expiries.map(\.origin)), is: [Origin()])
        let active = try await store.current().active?.session.ending?.reason
        try expect("the active session", active, is: .expired)
      },
      Law(
        "A change records the expiry of the session that it replaces, and of no other",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        for (number, name) in ["a", "b", "c"].enumerated() {
          _ = try await store.signIn(try Sample.request(name, number, for: 10))
        }
        func expiries() async throws -> [String] {
          try await store.events(limit: 99)
            .filter { $0.kind == .expired }.compactMap(\.nickname)
        }
        _ = try await store.assign(
          try Nickname("x"),
          to: Sample.accountID(9),
          at: Sample.context(20)
        )
        try expect("after a claim", try await expiries(), is: [])
        let again = try await store.signIn(try Sample.request("a", 11, at: Sample.time(20)))
        try expect("a new session", again.isNewSession, is: true)
        try expect("after a sign-in", try await expiries(), is: ["a"])
        _ = try await store.activate(
          .account(Sample.accountID(0)),
          at: Sample.context(21)
        )
        let ended = try await store.endSessions(.all, at: Sample.context(22))
        try expect("all that are open", ended.map(\.account.nickname.text), is: ["a"])
        try expect("after all end", try await expiries(), is: ["a"])
        let open = try await store.sessions(endedLimit: 0).entries
        try expect("not recorded", open.map(\.account.nickname.text), is: ["b", "c"])
      },
    ]
  }
}
