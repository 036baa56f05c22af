import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about the events of a store.
  static var history: [Law] {
    [
      Law(
        "Each change records its events, in order, with numbers from 1 on",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        try expect("in a new store", try await store.events(limit: 9), is: [])
        _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(1)))
        _ = try await store.assign(
          try Nickname("b"),
          to: Sample.accountID(2),
          at: Sample.context(2)
        )
        _ = try await store.signIn(try Sample.request("b", 3, at: Sample.time(3)))
        _ = try await store.signIn(try Sample.request("a", 4, at: Sample.time(4)))
        _ = try await store.activate(
          .holder(of: try Sample.reference(to: "b")),
          at: Sample.context(5)
        )
        _ = try await store.rename(.active, to: try Nickname("B"), at: Sample.context(6))
        _ = try await store.assign(
          try Nickname("z"),
          to: Sample.accountID(1),
          at: Sample.context(7)
        )
        _ = try await store.endSessions(.session(Sample.sessionID(1)), at: Sample.context(8))
        _ = try await store.end(.active, at: Sample.context(9), naming: 0)
        let expected: [(HistoryEvent.Kind, String, String?, Int, Int?, Int64)] = [
          (.accountAdded, "a", nil, 1, nil, 1), (.signedIn, "a", nil, 1, 1, 1),
          (.accountAdded, "b", nil, 2, nil, 2), (.signedIn, "b", nil, 2, 3, 3),
          (.switched, "a", nil, 1, 1, 4), (.switched, "b", nil, 2, 3, 5),
          (.renamed, "B", "b", 2, 3, 6), (.renamed, "z", "a", 1, 1, 7),
          (.revoked, "z", nil, 1, 1, 8), (.signedOut, "B", nil, 2, 3, 9),
        ]
        let entries = try await store.events()
        for (number, (kind, name, earlier, account, session, time)) in expected.enumerated() {
          try expect(
            "event \(number + 1)",
            entries.count > number ? entries[number] : nil,
            is: HistoryEvent(
              sequence: number + 1,
              time: Sample.time(time),
              kind: kind,
              accountID: Sample.accountID(account),
              nickname: name,
              earlierNickname: earlier,
              sessionID: session.map { Sample.sessionID($0) },
              origin: Sample.origin
            )
          )
        }
        try expect("how many", entries.count, is: expected.count)
      },
      Law("A call that changes nothing records no event", .hasChosenTimesAndIDs) { place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.signIn(try Sample.request("b", 2))
        let before = try await Observation(store)
        let taken = try Nickname("a")
        _ = try? await store.rename(.active, to: taken, at: Sample.context(9))
        _ = try await store.rename(.active, to: try Nickname("b"), at: Sample.context(9))
        _ = try await store.assign(taken, to: Sample.accountID(1), at: Sample.context(9))
        _ = try? await store.assign(taken, to: Sample.accountID(3), at: Sample.context(9))
        _ = try await store.activate(
          .holder(of: try Sample.reference(to: "b")),
          at: Sample.context(9)
        )
        _ = try await store.remove(Sample.accountID(3), at: Sample.context(9))
        _ = try await store.end(try Sample.holder(of: "c"), at: Sample.context(9), naming: 0)
        try expect("the store", try await Observation(store), is: before)
        // The time when a session was last seen is kept, but is no event.
        _ = try await store.signIn(try Sample.request("b", 3, at: Sample.time(9)))
        let events = try await store.events(limit: 99)
        try expect("the events", events, is: before.events)
      },
      Law("Events are found by account and time, the newest up to the limit", .hasChosenTimesAndIDs)
      { place in
        let store = try await place.openPersonal()
        for (number, name) in ["Åsa", "b", "Åsa"].enumerated() {
          _ = try await store.signIn(
            try Sample.request(name, number, at: Sample.time(Int64(number)))
          )
        }
        for (account, since, limit, expected) in [
          (nil, nil, 9, [1, 2, 3, 4, 5]), (nil, nil, 2, [4, 5]), (nil, 1, 9, [3, 4, 5]),
          (nil, 3, 9, []), (0, nil, 9, [1, 2, 5]), (0, 1, 9, [5]), (0, nil, 2, [2, 5]),
          (7, nil, 9, []),
        ] as [(Int?, Int64?, Int, [Int])] {
          let query = HistoryQuery(
            of: account.map { Sample.accountID($0) },
            since: since.map { Sample.time($0) }
          )
          let page = try await store.events(query, PageRequest(limit: limit), in: .test)
          let title = "\(account ?? -1) since \(since ?? -1), \(limit)"
          try expect(title, page.entries.map(\.sequence), is: expected.reversed())
        }
      },
      Law("Pages of events have each event once, the newest first, and none that is new") { place in
        let store = try await place.openPersonal()
        for (number, name) in ["a", "b", "a", "c", "a", "b"].enumerated() {
          _ = try await store.signIn(
            try Sample.request(name, number, at: Sample.time(Int64(number)))
          )
        }
        for account in [nil, Sample.accountID(0)] {
          let all = try await store.events(of: account)
          var (paged, request) = ([HistoryEvent](), PageRequest(limit: 2))
          while true {
            let page = try await store.events(HistoryQuery(of: account), request, in: .test)
            try expect("the size of a page", page.entries.count <= 2, is: true)
            paged += page.entries
            guard let next = page.next else { break }
            request = PageRequest(at: next, limit: 2)
            _ = try await store.signIn(try Sample.request("a", 9))
            _ = try await store.signIn(try Sample.request("b", 9))
          }
          try expect("the pages", paged, is: all.reversed())
        }
        let wrong = PageRequest(at: PageCursor("nowhere"))
        try await expect(
          "a cursor of another list",
          toThrow: {
            if case HistoryError.store(let failure) = $0 {
              failure.reason == .unsupported
            } else {
              false
            }
          },
          { try await store.events(.all, wrong, in: .test) }
        )
      },
      Law(
        "Removing an account erases the texts of its events, and of no others",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        for (number, name) in ["Mina", "b"].enumerated() {
          _ = try await store.signIn(try Sample.request(name, number))
        }
        _ = try await store.rename(.active, to: try Nickname("c"), at: Sample.context())
        _ = try await store.assign(
          try Nickname("x"),
          to: Sample.accountID(0),
          at: Sample.context()
        )
        let before = try await store.events()
        _ = try await store.remove(Sample.accountID(0), at: Sample.context(1))
        let after = try await store.events()
        try expect("the number of events", after.count, is: before.count + 1)
        for (before, after) in zip(before, after) {
          let isErased = before.accountID == Sample.accountID(0)
          let expected =
            !isErased
            ? before
            : HistoryEvent(
              sequence: before.sequence,
              time: before.time,
              kind: before.kind,
              accountID: before.accountID,
              nickname: nil,
              sessionID: before.sessionID,
              deviceID: before.deviceID,
              origin: Origin()
            )
          try expect("event \(before.sequence)", after, is: expected)
        }
        try expect(
          "the last event",
          after.last,
          is: HistoryEvent(
            sequence: before.count + 1,
            time: Sample.time(1),
            kind: .accountRemoved,
            accountID: Sample.accountID(0),
            nickname: nil,
            sessionID: Sample.sessionID(0),
            origin: Origin()
          )
        )
        let own = try await store.events(of: Sample.accountID(0)).map(\.sequence)
        try expect("by its ID", own, is: [1, 2, 6, 7])
        _ = try await store.signIn(try Sample.request("Mina", 7))
        let others = try await store.events(of: Sample.accountID(7)).map(\.sequence)
        try expect("who has the nickname now", others, is: [8, 9])
      },
      Law(
        "The newest events of each account are kept up to the limit, and event numbers continue",
        .isWhole
      ) {
        place in
        let store = try await place.open()
        for number in 1...3 {
          _ = try await store.signIn(try Sample.request("n\(number)", number))
        }
        func sequences() async throws -> [Int] {
          try await store.events(limit: 99).map(\.sequence)
        }
        for (name, limit, expected) in [
          ("n1", 2, [2, 3, 4, 5, 6, 7]), ("n2", 3, [2, 3, 4, 5, 6, 7, 8]),
          ("n3", 0, [2, 3, 4, 7, 8]), ("n1", 1, [3, 4, 8, 10]), ("n2", .max, [3, 4, 8, 10, 11]),
        ] {
          let reference = try Sample.reference(to: name)
          try await store.set(StoreSettings(historyLimit: limit))
          _ = try await store.activate(.holder(of: reference), at: Sample.context())
          try expect("the events kept of \(name)", try await sequences(), is: expected)
        }
      },
      Law(
        "An ended session is kept as long as the event of its end, or while it is active",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) {
        place in
        let store = try await place.open()
        for number in 1...3 {
          _ = try await store.signIn(try Sample.request("n\(number)", number))
        }
        func ended() async throws -> [String] {
          try await store.sessions(endedLimit: .max).entries
            .filter { $0.session.ending != nil }.map(\.account.nickname.text)
        }
        func rename(_ number: Int, _ name: String, keeping limit: Int) async throws {
          try await store.set(StoreSettings(historyLimit: limit))
          _ = try await store.assign(
            try Nickname(name),
            to: Sample.accountID(number),
            at: Sample.context()
          )
        }
        _ = try await store.endSessions(.all, at: Sample.context())
        try expect("at first", try await ended(), is: ["n1", "n2", "n3"])
        try await rename(1, "x", keeping: 2)
        try expect("the event of its end is kept", try await ended(), is: ["x", "n2", "n3"])
        try await rename(1, "y", keeping: 2)
        try expect("it is forgotten", try await ended(), is: ["n2", "n3"])
        try await rename(3, "z", keeping: 0)
        try expect("the active one", try await ended(), is: ["n2", "z"])
        let current = try await store.current().active?.session.ending?.reason
        try expect("why it has ended", current, is: .revoked)
        _ = try await store.end(.active, at: Sample.context(), naming: 0)
        try expect("once it is active no longer", try await ended(), is: ["n2"])
      },
      Law("A lower limit removes the oldest events in steps", .seesEverything, .isWhole) { place in
        let store = try await place.open()
        let step = HistoryEvent.maximumRemovals
        let account = Account(
          id: Sample.accountID(1),
          nickname: try Nickname("a"),
          createdAt: Sample.time()
        )
        let events = (1...2 * step + 5).map { number in
          StoreRecord.event(
            HistoryEvent(
              sequence: number,
              time: Sample.time(Int64(number)),
              kind: number == 1 ? .accountAdded : .switched,
              accountID: account.id,
              nickname: "a",
              sessionID: nil,
              origin: Origin()
            )
          )
        }
        let metadata = StoreMetadata(activeSessionID: nil, lastSequence: events.count)
        _ = try await store.merge(
          [.account(account, lastSignedInAt: nil)] + events + [.metadata(metadata)]
        )
        try await store.set(StoreSettings(historyLimit: 5))
        // Each change adds one event.
        for (number, expected) in [(2, step + 6), (3, 7), (4, 5), (5, 5)] {
          _ = try await store.assign(
            try Nickname("n\(number)"),
            to: account.id,
            at: Sample.context()
          )
          let kept = try await store.events(limit: .max).map(\.sequence)
          let last = 2 * step + 5 + number - 1
          try expect("after change \(number)", kept, is: Array(last - expected + 1...last))
        }
      },
      Law("The history is kept when the store is opened again", .isWhole, .isDurable) {
        place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("길동 <&>", 1, for: 5, sliding: true))
        _ = try await store.signIn(try Sample.request("b", 2, at: Sample.time(9)))
        _ = try await store.rename(.active, to: try Nickname("\"c\""), at: Sample.context(-9))
        try await store.set(StoreSettings(historyLimit: 5))
        _ = try await store.endSessions(.all, at: Sample.context(2))
        let before = try await Observation(store)
        try expect("the store", try await Observation(place.open()), is: before)
        // Event numbers continue.
        try await store.set(StoreSettings(historyLimit: 0))
        _ = try await store.end(.active, at: Sample.context(), naming: 0)
        try await store.set(.standard)
        let again = try await place.open()
        _ = try await again.signIn(try Sample.request("d", 4))
        let events = try await again.events(limit: 9).map(\.sequence)
        try expect("the numbers", events.suffix(2), is: [8, 9])
      },
    ]
  }
}
