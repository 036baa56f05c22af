import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about the events of a store.
  static var history: [Law] {
    [
      Law("Each change records its events, in order, with numbers from 1 on") { place in
        let store = try await place.open()
        try expect("in a new store", try await store.events(HistoryQuery(limit: 9)), is: [])
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
        _ = try await store.remove(Sample.accountID(2), at: Sample.context(10))
        let expected: [(HistoryEvent.Kind, String, String?, Int, Int?, Int64)] = [
          (.accountAdded, "a", nil, 1, nil, 1), (.signedIn, "a", nil, 1, 1, 1),
          (.accountAdded, "b", nil, 2, nil, 2), (.signedIn, "b", nil, 2, 3, 3),
          (.switched, "a", nil, 1, 1, 4), (.switched, "b", nil, 2, 3, 5),
          (.renamed, "B", "b", 2, 3, 6), (.renamed, "z", "a", 1, 1, 7),
          (.revoked, "z", nil, 1, 1, 8), (.signedOut, "B", nil, 2, 3, 9),
          (.accountRemoved, "B", nil, 2, nil, 10),
        ]
        let entries = try await store.events(HistoryQuery(limit: 99))
        for (number, (kind, name, earlier, account, session, time)) in expected.enumerated() {
          try expect(
            "event \(number + 1)",
            entries.count > number ? entries[number].event : nil,
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
          try expect("gone", entries[number].isOfRemovedAccount, is: account == 2)
        }
        try expect("how many", entries.count, is: expected.count)
      },
      Law("A call that changes nothing records no event") { place in
        let store = try await place.open()
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
        let events = try await store.events(HistoryQuery(limit: 99))
        try expect("the events", events, is: before.events)
      },
      Law("Events are found by account and time, the newest up to the limit") { place in
        let store = try await place.open()
        for (number, name) in ["Åsa", "b", "Åsa"].enumerated() {
          _ = try await store.signIn(
            try Sample.request(name, number, at: Sample.time(Int64(number)))
          )
        }
        func query(_ name: String?, _ since: Int64?, _ limit: Int) throws -> HistoryQuery {
          let holder = try name.map { try Sample.reference(to: $0) }
          return HistoryQuery(of: holder, since: since.map { Sample.time($0) }, limit: limit)
        }
        for (name, since, limit, expected) in [
          (nil, nil, 9, [1, 2, 3, 4, 5]), (nil, nil, 2, [4, 5]), (nil, nil, 0, []),
          (nil, nil, -1, []), (nil, 1, 9, [3, 4, 5]), (nil, 3, 9, []), ("ÅSA", nil, 9, [1, 2, 5]),
          ("ÅSA", 1, 9, [5]), ("ÅSA", nil, 2, [2, 5]), ("nobody", nil, 9, []),
        ] as [(String?, Int64?, Int, [Int])] {
          let title = "\(name ?? "all") since \(since ?? -1), \(limit)"
          var contents = try await store.contents(of: query(name, since, limit))
          try expect("the last of \(title)", contents.lastSequence, is: expected.last)
          let all = try await store.events(query(name, since, 99))
          let hasEarlier = all.count > expected.count
          try expect("earlier than \(title)", contents.thereAreEarlier, is: hasEarlier)
          var sequences: [Int] = []
          while case let entries = try await contents.next(), !entries.isEmpty {
            sequences += entries.map(\.event.sequence)
          }
          try expect(title, sequences, is: expected)
          try expect("after \(title)", try await contents.next(), is: [])
        }
      },
      Law("Pages of events, each before the one that was read, give all events once") { place in
        let store = try await place.open()
        for (number, name) in ["a", "b", "a", "c", "a", "b"].enumerated() {
          _ = try await store.signIn(
            try Sample.request(name, number, at: Sample.time(Int64(number)))
          )
        }
        for name in [nil, "a"] as [String?] {
          let holder = try name.map { try Sample.reference(to: $0) }
          let all = try await store.events(HistoryQuery(of: holder, limit: 99))
          var (paged, before) = ([HistoryEntry](), Int?.none)
          repeat {
            let query = HistoryQuery(of: holder, before: before, limit: 2)
            let page = try await store.events(query)
            try expect("the size of a page", page.count <= 2, is: true)
            if page.isEmpty { break }
            (paged, before) = (page + paged, page.first?.event.sequence)
          } while paged.count < all.count
          try expect("the pages of \(name ?? "all")", paged, is: all)
          let query = HistoryQuery(of: holder, before: all.first?.event.sequence, limit: 9)
          try expect("before all", try await store.events(query), is: [])
        }
      },
      Law("The events of a removed account stay, marked, and are found by its former nicknames") {
        place in
        let store = try await place.open()
        for number in 1...2 {
          _ = try await store.signIn(try Sample.request("Mina", number))
          _ = try await store.rename(.active, to: try Nickname("x"), at: Sample.context())
          _ = try await store.remove(Sample.accountID(number), at: Sample.context())
        }
        func found(_ name: String) async throws -> [Int] {
          let query = HistoryQuery(of: try Sample.reference(to: name), limit: 99)
          let entries = try await store.events(query)
          return entries.filter(\.isOfRemovedAccount).map(\.event.sequence)
        }
        for (name, expected) in [("Mina", 1...8), ("x", 1...8)] {
          try expect("the events of \(name)", try await found(name), is: Array(expected))
        }
        try expect("in other letters", try await found("mina"), is: [])
        _ = try await store.signIn(try Sample.request("y", 7))
        _ = try await store.rename(.active, to: try Nickname("z"), at: Sample.context())
        let formerly = HistoryQuery(of: try Sample.reference(to: "y"), limit: 99)
        let former = try await store.events(formerly).map(\.event.sequence)
        try expect("by a nickname that it had", former, is: [9, 10, 11])
        // The current holder of a nickname takes precedence over former holders.
        _ = try await store.signIn(try Sample.request("Mina", 3))
        let query = HistoryQuery(of: try Sample.reference(to: "Mina"), limit: 99)
        let entries = try await store.events(query)
        try expect("who has it now", entries.map(\.event.sequence), is: [12, 13])
        try expect("marked", entries.filter(\.isOfRemovedAccount), is: [])
      },
      Law("The newest events of each account are kept up to the limit, and event numbers continue")
      {
        place in
        let store = try await place.open()
        for number in 1...3 {
          _ = try await store.signIn(try Sample.request("n\(number)", number))
        }
        func sequences() async throws -> [Int] {
          try await store.events(HistoryQuery(limit: 99)).map(\.event.sequence)
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
      Law("An ended session is kept as long as the event of its end, or while it is active") {
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
      Law("A lower limit removes the oldest events in steps") { place in
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
          let kept = try await store.events(HistoryQuery(limit: .max)).map(\.event.sequence)
          let last = 2 * step + 5 + number - 1
          try expect("after change \(number)", kept, is: Array(last - expected + 1...last))
        }
      },
      Law("The history is kept when the store is opened again", .isDurable) {
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
        let events = try await again.events(HistoryQuery(limit: 9)).map(\.event.sequence)
        try expect("the numbers", events.suffix(2), is: [8, 9])
      },
    ]
  }
}
