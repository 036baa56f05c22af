import MonikerModel
import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about a store as a whole.
  static var archive: [Law] {
    [
      Law("A new store holds its metadata alone, and is sound", .isWhole) { place in
        let store = try await place.open()
        try expect("the contents", try await store.records(), is: [.metadata(.none)])
        try expect("the defects", try await store.defects(), is: [])
        let summary = try await store.summary()
        try expect("empty", summary.isEmpty, is: true)
        try expect("the last change", summary.lastChange, is: nil)
      },
      Law(
        "The contents are everything in a store, and make an equal store",
        .seesEverything,
        .isWhole
      ) { place in
        let store = try await place.open()
        try await fill(store)
        let records = try await store.records()
        let copy = InMemoryRepository()
        _ = try await copy.merge(records)
        let expected = try await Observation(store)
        try expect("the copy", try await Observation(copy), is: expected)
        try expect("its contents", try await copy.records(), is: records)
        let (saved, losses) = try await salvaged(store)
        try expect("what is salvaged", saved, is: records)
        try expect("what is lost", losses, is: [])
        let kinds = records.map(kind)
        try expect("their order", kinds, is: kinds.sorted())
        let accounts = try await store.accounts()
        let events = try await store.events(limit: .max)
        let sessions = try await store.sessions(endedLimit: .max).entries
        try expect(
          "how many",
          records.count,
          is: accounts.count + 2 + events.count + sessions.count + 1
        )
        let summary = try await store.summary(at: Sample.time(24))
        try expect("accounts", summary.accountCount, is: accounts.count)
        try expect("profiles", summary.profileCount, is: 2)
        try expect(
          "open",
          summary.openSessionCount,
          is: sessions.count { $0.session.isOpen(at: Sample.time(24)) }
        )
        try expect(
          "ended",
          summary.endedSessionCount,
          is: sessions.count { !$0.session.isOpen(at: Sample.time(24)) }
        )
        try expect("events", summary.eventCount, is: events.count)
        try expect("the last", summary.lastSequence, is: events.last?.sequence)
        try expect("the time", summary.lastChange, is: events.map(\.time).max())
      },
      Law("The contents are those of one moment", .isWhole) { place in
        let store = try await place.open()
        try await fill(store)
        let before = try await store.records()
        let contents = try await store.contents()
        _ = try await store.signIn(try Sample.request("later", 77, at: Sample.time(99)))
        try expect("the contents", try await contents.all(), is: before)
      },
      Law(
        "Merging a store into an empty one makes it equal, also when it is opened again",
        .seesEverything,
        .isWhole
      ) {
        place in
        let other = InMemoryRepository()
        try await fill(other)
        let records = try await other.records()
        let added = try await place.open().merge(records)
        try expect("what was added", added, is: records.count - 1)
        let store = try await place.open()
        try expect("the contents", try await store.records(), is: records)
        let expected = try await Observation(other)
        try expect("the store", try await Observation(store), is: expected)
        try expect("the defects", try await store.defects(), is: [])
        try expect("the second time", try await store.merge(records), is: 0)
        try expect("the contents after it", try await store.records(), is: records)
      },
      Law(
        "A merge of an earlier copy makes no session active that was signed out since",
        .demandsNoProof,
        .isWhole
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time()))
        let copy = try await store.records()
        _ = try await store.end(.active, at: Sample.context(1), naming: 0)
        let before = try await store.records()
        try expect("what was added", try await store.merge(copy), is: 0)
        try expect("the contents", try await store.records(), is: before)
        try expect("who is active", try await store.current().active, is: nil)
        // The same for a session that another one has followed.
        _ = try await store.signIn(try Sample.request("a", 2, at: Sample.time(2), for: 5))
        let second = try await store.records()
        _ = try await store.recordExpiries(at: Sample.context(9))
        _ = try await store.signIn(try Sample.request("a", 3, at: Sample.time(9)))
        _ = try await store.end(.active, at: Sample.context(10), naming: 0)
        try expect("added then", try await store.merge(second), is: 0)
        try expect("then active", try await store.current().active, is: nil)
      },
      Law(
        "A merge goes on with the session that followed one which it ends",
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(), for: 5))
        }
        _ = try await other.signIn(try Sample.request("a", 2, at: Sample.time(9)))
        _ = try await store.merge(try await other.records())
        let last = try await store.session(of: try Sample.holder(of: "a")).active?.session
        try expect("of the account", last?.id, is: Sample.sessionID(2))
        let active = try await store.current().active?.session.id
        try expect("active", active, is: Sample.sessionID(2))
        let all = try await store.records().compactMap { record in
          if case .session(let session) = record { session.id } else { nil }
        }
        try expect("their order", all, is: [1, 2].map { Sample.sessionID($0) })
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A merge goes on with a session that has ended, too, and a second one changes nothing",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1))
        }
        _ = try await other.endSessions(.all, at: Sample.context(1))
        _ = try await other.signIn(try Sample.request("a", 2, at: Sample.time(2)))
        let last = try await other.endSessions(.all, at: Sample.context(3)).last
        let records = try await other.records()
        _ = try await store.merge(records)
        let active = try await store.current().active?.session
        try expect("active", active?.id, is: last?.session.id)
        try expect("its end", active?.ending?.reason, is: .revoked)
        let merged = try await store.records()
        try expect("the second time", try await store.merge(records), is: 0)
        try expect("the contents", try await store.records(), is: merged)
      },
      Law(
        "A merge that ends a session and adds a sign-out after it leaves no active session",
        .hasChosenTimesAndIDs,
        .isWhole
      ) {
        place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(), for: 5))
        }
        _ = try await other.signIn(try Sample.request("a", 2, at: Sample.time(9)))
        _ = try await other.end(.active, at: Sample.context(10), naming: 0)
        _ = try await store.merge(try await other.records())
        let last = try await store.session(of: try Sample.holder(of: "a")).active?.session
        try expect("of the account", last?.id, is: nil)
        let active = try await store.current().active?.session.id
        try expect("active", active, is: nil)
        let all = try await store.records().compactMap { record in
          if case .session(let session) = record { session.id } else { nil }
        }
        try expect("their order", all, is: [1, 2].map { Sample.sessionID($0) })
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A session that has ended in both stores keeps its end, and does not prevent the merge",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) {
        place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time()))
        }
        _ = try await store.end(.active, at: Sample.context(5), naming: 0)
        _ = try await other.endSessions(.all, at: Sample.context(3))
        let records = try await other.records()
        try expect("the event of the other end", try await store.merge(records), is: 1)
        let session = try await store.sessions(endedLimit: 9).entries.first?.session
        try expect("the end", session?.ending?.time, is: Sample.time(5))
        try expect("its reason", session?.ending?.reason, is: .signedOut)
        try expect("again", try await store.merge(records), is: 0)
        try expect("back", try await other.merge(try await store.records()), is: 1)
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A merge of the first records of a store is sound, also when it is opened again",
        .isWhole
      ) { place in
        let other = InMemoryRepository()
        try await fill(other)
        let records = try await other.records()
        // Everything up to the sessions: the events and the metadata are missing.
        let first = records.prefix { if case .event = $0 { false } else { true } }
        _ = try await place.open().merge(Array(first))
        let store = try await place.open()
        try expect("the defects", try await store.defects(), is: [])
        let merged = try await store.records()
        let ends = merged.compactMap { record -> Int? in
          if case .session(let session) = record { session.ending?.sequence } else { nil }
        }
        let numbers = merged.compactMap { record -> Int? in
          if case .event(let event) = record { event.sequence } else { nil }
        }
        try expect("the events of the ends", numbers.sorted(), is: ends.sorted())
        try expect("how many", ends.isEmpty, is: false)
      },
      Law(
        "A merge takes the later time of the last sign-in, also if nothing else is new",
        .seesEverything,
        .isWhole
      ) { place in
        let store = try await place.open()
        try await store.set(StoreSettings(historyLimit: 0))
        let account = Account(
          id: Sample.accountID(1),
          nickname: try Nickname("a"),
          createdAt: Sample.time()
        )
        let rival = Account(
          id: Sample.accountID(2),
          nickname: try Nickname("A"),
          createdAt: Sample.time()
        )
        _ = try await store.merge([.account(account, lastSignedInAt: Sample.time(100))])
        // A refused merge leaves nothing behind.
        try await expect(
          "a conflict",
          toThrow: { $0 as? StoreError == .conflicts([.nicknameHeld(rival, by: account)]) },
          { try await store.merge([.account(rival, lastSignedInAt: nil)]) }
        )
        for (offset, added, last) in [(500, 1, 500), (500, 0, 500), (200, 0, 500)]
          as [(Int64, Int, Int64)]
        {
          let count = try await store.merge([
            .account(account, lastSignedInAt: Sample.time(offset))
          ])
          try expect("what was changed", count, is: added)
          let entry = try await place.open().accountList(in: .everything(on: .local)).entries.first
          try expect("the last sign-in", entry?.lastSignedInAt, is: Sample.time(last))
        }
      },
      Law(
        "A merge that ends the active session makes nobody else active",
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time()))
        }
        _ = try await other.end(.active, at: Sample.context(1), naming: 0)
        _ = try await other.signIn(try Sample.request("b", 2, at: Sample.time(2)))
        _ = try await store.merge(try await other.records())
        try expect("who is active", try await store.current().active, is: nil)
        let open = try await store.openSessions(at: Sample.time(3), limit: 9)
        try expect("who is signed in", open.map(\.account.nickname.text), is: ["b"])
      },
      Law(
        "A merge makes nobody active where somebody has signed out, also if it is repeated",
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        // On the first device, the merge ends the active session; on the second, nobody is signed in; the
        // third had no session.
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, on: 1))
        }
        _ = try await store.signIn(try Sample.request("c", 3, on: 2))
        _ = try await store.end(.active, at: Sample.context(1, on: 2), naming: 0)
        _ = try await other.end(.active, at: Sample.context(1, on: 1), naming: 0)
        for (number, device) in [(4, 1), (5, 2), (6, 3)] {
          _ = try await other.signIn(
            try Sample.request("b", number, at: 2, on: device)
          )
        }
        let records = try await other.records()
        for turn in 1...2 {
          let added = try await store.merge(records)
          try expect("added by turn \(turn)", added > 0, is: turn == 1)
          for (device, active) in [(1, nil), (2, nil), (3, "b")] as [(Int, String?)] {
            let found = try await store.session(of: .active, on: Sample.deviceID(device)).active
            try expect("on \(device) after \(turn)", found?.account.nickname.text, is: active)
          }
        }
      },
      Law(
        "A session that expires is open in the summary until then",
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(), for: 5))
        for (offset, open) in [(4, 1), (5, 0)] as [(Int64, Int)] {
          let summary = try await store.summary(at: Sample.time(offset))
          try expect("open at \(offset)", summary.openSessionCount, is: open)
          try expect("ended at \(offset)", summary.endedSessionCount, is: 1 - open)
        }
      },
      Law(
        "A merge takes the later state of a session that both stores have",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          for (number, name) in ["used", "out", "kept", "gone", "late"].enumerated() {
            _ = try await store.signIn(
              try Sample.request(
                name,
                number + 1,
                at: Sample.time(Int64(number)),
                for: name == "used" ? 1_000_000 : name == "gone" || name == "late" ? 50 : nil,
                sliding: name == "used"
              )
            )
          }
        }
        // Each of the stores goes on alone.
        _ = try await store.end(try Sample.holder(of: "kept"), at: Sample.context(60), naming: 0)
        _ = try await store.recordExpiries(at: Sample.context(53))
        _ = try await other.renew(try Sample.holder(of: "used"), at: Sample.context(200_000))
        _ = try await other.end(
          try Sample.holder(of: "out"),
          at: Sample.context(200_001),
          naming: 0
        )
        _ = try await other.recordExpiries(at: Sample.context(200_002))
        let records = try await other.records()
        let added = try await store.merge(records)
        let sessions = try await store.sessions(endedLimit: .max).entries.map(\.session)
        let ends = sessions.map { $0.ending.map { "\($0.reason.rawValue) \($0.time)" } ?? "open" }
        try expect(
          "the ends",
          ends,
          is: [
            "open", "signedOut \(Sample.time(200_001))", "signedOut \(Sample.time(60))",
            "expired \(Sample.time(53))", "expired \(Sample.time(54))",
          ]
        )
        try expect("the use", sessions.first?.lastSeenAt, is: Sample.time(200_000))
        try expect("the expiry", sessions.first?.expiresAt, is: Sample.time(1_200_000))
        // Three sessions, and the two events that the store did not have.
        try expect("what was added", added, is: 5)
        try expect("the defects", try await store.defects(), is: [])
        try expect("the second time", try await store.merge(records), is: 0)
        let back = try await other.merge(try await store.records())
        try expect("the way back", back, is: 2)
      },
      Law(
        "A merge adds no open session of an account that is suspended",
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        _ = try await other.signIn(try Sample.request("a", 1))
        let records = try await other.records()
        let suspended: [StoreRecord] = records.compactMap { record in
          guard case .account(let account, let time, let key, _) = record else { return nil }
          let suspendedAt = Sample.time(1)
          return .account(account, lastSignedInAt: time, recoveryKey: key, suspendedAt: suspendedAt)
        }
        _ = try await store.merge(suspended + [.metadata(.none)])
        for _ in 1...2 {
          _ = try await store.merge(records)
          let summary = try await store.summary()
          try expect("the open sessions", summary.openSessionCount, is: 0)
          try expect("the defects", try await store.defects(), is: [])
        }
        try expect("the second merge", try await store.merge(records), is: 0)
      },
      Law("A merged sign-out leaves no active session", .hasChosenTimesAndIDs, .isWhole) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for store in [store, other] as [any Store] {
          _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time()))
        }
        _ = try await other.end(.active, at: Sample.context(1), naming: 0)
        _ = try await store.merge(try await other.records())
        try expect("who is active", try await store.current().active, is: nil)
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A merge adds no events that the history limit would not keep",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        try await store.set(StoreSettings(historyLimit: 3))
        _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(1)))
        _ = try await store.end(.active, at: Sample.context(2), naming: 0)
        let old = try await store.records()
        for number in 3...5 {
          _ = try await store.assign(
            try Nickname("n\(number)"),
            to: Sample.accountID(1),
            at: Sample.context(Int64(number))
          )
        }
        let renamed = old.map { record -> StoreRecord in
          guard case .account(let account, let last, _, _) = record else { return record }
          let nickname = (try? Nickname("n5")) ?? account.nickname
          let same = Account(id: account.id, nickname: nickname, createdAt: account.createdAt)
          return .account(same, lastSignedInAt: last)
        }
        let before = try await Observation(store)
        try expect("what was added", try await store.merge(renamed), is: 0)
        try expect("the store", try await Observation(store), is: before)
      },
      Law("Two merged sessions never name the same event as their end", .seesEverything, .isWhole) {
        place in
        let other = InMemoryRepository()
        _ = try await other.signIn(try Sample.request("a", 1, at: Sample.time(1)))
        _ = try await other.end(.active, at: Sample.context(2), naming: 0)
        _ = try await other.signIn(try Sample.request("a", 2, at: Sample.time(1)))
        _ = try await other.end(.active, at: Sample.context(2), naming: 0)
        // Both ends are told in the same words.
        let records = try await other.records().map { record -> StoreRecord in
          guard case .event(let event) = record, event.kind == .signedOut else { return record }
          return .event(
            HistoryEvent(
              sequence: event.sequence,
              time: event.time,
              kind: event.kind,
              accountID: event.accountID,
              nickname: event.nickname,
              sessionID: nil,
              origin: event.origin
            )
          )
        }
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("own", 50, at: Sample.time(1)))
        _ = try await store.merge(records)
        try expect("the defects", try await store.defects(), is: [])
        let ends = try await store.sessions(endedLimit: .max).entries
          .compactMap(\.session.ending?.sequence)
        try expect("the ends", Set(ends).count, is: 2)
      },
      Law("An event that is erased in one of two merged stores is there once", .isWhole) { place in
        let store = try await place.open()
        for (number, isErasedFirst) in [(1, false), (2, true)] {
          let other = InMemoryRepository()
          _ = try await other.signIn(try Sample.request("a\(number)", number))
          _ = try await other.rename(
            .active,
            to: try Nickname("b\(number)"),
            at: Sample.context(1)
          )
          let whole = try await other.records()
          _ = try await other.remove(Sample.accountID(number), at: Sample.context(2))
          let erased = try await other.records()
          for records in isErasedFirst ? [erased, whole] : [whole, erased] {
            _ = try await store.merge(records)
          }
          let events = try await store.events(of: Sample.accountID(number))
          let names = events.map { "\($0.kind) \($0.nickname ?? "-")" }
          let expected = ["accountAdded", "signedIn", "renamed"].enumerated().map {
            "\($1) \(isErasedFirst ? "-" : $0 < 2 ? "a1" : "b1")"
          }
          try expect("the events", names, is: expected + ["accountRemoved -"])
        }
      },
      Law(
        "Merged records follow the existing ones, and the active session stays",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("own", 50, at: Sample.time(1)))
        let before = try await store.records()
        let other = InMemoryRepository()
        try await fill(other)
        let added = try await store.merge(try await other.records())
        let records = try await store.records()
        try expect("all of it", records.count, is: before.count + added)
        let current = try await store.current().active?.account.id
        try expect("who is active", current, is: Sample.accountID(50))
        let sequences = try await store.events(limit: .max).map(\.sequence)
        try expect("the events", sequences, is: Array(1...sequences.count))
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A session that ended in a merged store ends no session of this store",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let elsewhere = InMemoryRepository()
        for repository in [store, elsewhere] as [any Store] {
          _ = try await repository.assign(
            try Nickname("a"),
            to: Sample.accountID(1),
            at: Sample.context()
          )
        }
        _ = try await elsewhere.signIn(try Sample.request("a", 2, at: Sample.time(5)))
        _ = try await elsewhere.end(.active, at: Sample.context(6), naming: 0)
        _ = try await store.signIn(try Sample.request("a", 3, at: Sample.time(1)))
        _ = try await store.merge(try await elsewhere.records())
        let session = try await store.session(of: try Sample.holder(of: "a")).active?.session
        try expect("the session", session?.id, is: Sample.sessionID(3))
        try expect("its end", session?.ending, is: nil)
        let all = try await store.records().compactMap { record in
          if case .session(let session) = record { session.id } else { nil }
        }
        try expect("the sessions", all, is: [Sample.sessionID(2), Sample.sessionID(3)])
        let account = try await store.accountList().entries.first
        try expect("last signed in", account?.lastSignedInAt, is: Sample.time(5))
      },
      Law("A merge names the oldest account that a merged nickname looks like", .isWhole) { place in
        let store = try await place.open()
        // As written, "Ian" looks like the first; in lower case, like the second.
        var held: [Account] = []
        for (number, name) in [(1, "lan"), (2, "\u{456}an")] {
          held.append(
            try await store.assign(
              try Nickname(name),
              to: Sample.accountID(number),
              at: Sample.context()
            )
          )
        }
        let merged = Account(
          id: Sample.accountID(3),
          nickname: try Nickname("Ian"),
          createdAt: Sample.time()
        )
        var refusal: StoreError?
        do throws(StoreError) {
          _ = try await store.merge([
            .account(merged, lastSignedInAt: nil), .metadata(.none),
          ])
        } catch {
          refusal = error
        }
        try expect("the refusal", refusal, is: .conflicts([.nicknameHeld(merged, by: held[0])]))
      },
      Law(
        "A merge of conflicting records is refused with the conflict, and merges nothing",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole
      ) {
        place in
        let store = try await place.open()
        try await fill(store)
        let before = try await store.records()
        for (number, conflicting) in try await contradictions(to: store).enumerated() {
          let new = Account(
            id: Sample.accountID(90),
            nickname: try Nickname("entirely-new"),
            createdAt: Sample.time()
          )
          let records: [StoreRecord] =
            [.account(new, lastSignedInAt: nil)] + conflicting.records + [.metadata(.none)]
          var refusal: StoreError?
          do throws(StoreError) {
            _ = try await store.merge(records)
          } catch {
            refusal = error
          }
          try expect("contradiction \(number)", refusal, is: .conflicts([conflicting.conflict]))
          try expect("the contents", try await store.records(), is: before)
        }
      },
    ]
  }

  /// Makes a store hold records of every kind.
  private static func fill(_ store: any Store) async throws {
    _ = try await store.signIn(try Sample.request("Åsa", 1, at: Sample.time(1)))
    _ = try await store.signIn(
      try Sample.request("b", 2, at: Sample.time(2), for: 9, sliding: true)
    )
    _ = try await store.save(
      try await Sample.edit(2, ofVersion: 0, of: "b", in: store),
      at: Sample.context(2)
    )
    _ = try await store.signIn(try Sample.request("c", 3, at: Sample.time(3)))
    _ = try await store.end(.active, at: Sample.context(4), naming: 0)
    _ = try await store.signIn(try Sample.request("gone", 4, at: Sample.time(5)))
    _ = try await store.remove(Sample.accountID(4), at: Sample.context(6))
    _ = try await store.assign(
      try Nickname("never"),
      to: Sample.accountID(5),
      at: Sample.context(7)
    )
    _ = try await store.activate(
      .holder(of: try Sample.reference(to: "åsa")),
      at: Sample.context(20)
    )
    _ = try await store.rename(.active, to: try Nickname("ÅSA"), at: Sample.context(21))
    _ = try await store.save(
      try await Sample.edit(1, ofVersion: 0, of: "åsa", in: store),
      at: Sample.context(21)
    )
    _ = try await store.signIn(try Sample.request("late", 6, at: Sample.time(22)))
    _ = try await store.activate(
      .holder(of: try Sample.reference(to: "åsa")),
      at: Sample.context(23)
    )
  }

  private static func kind(of record: StoreRecord) -> Int {
    switch record {
    case .account: 0
    case .profile: 1
    case .restingNickname: 2
    case .device: 3
    case .session: 4
    case .event: 5
    case .metadata: 6
    }
  }

  private static func contradictions(
    to store: any Store
  ) async throws -> [(records: [StoreRecord], conflict: StoreConflict)] {
    let accounts = try await store.accounts()
    guard accounts.count > 3 else { throw LawBroken("accounts are missing") }
    let own = accounts[0]
    let session = try await store.current().active?.session
    guard let session else { throw LawBroken("nobody is active") }
    func account(_ number: Int, _ name: String) throws -> Account {
      Account(id: Sample.accountID(number), nickname: try Nickname(name), createdAt: Sample.time(1))
    }
    let renamed = try account(1, "renamed")
    let sameName = try account(91, "åsa")
    let lookalike = try account(92, "nеver")
    let earlier = Session(
      id: session.id,
      accountID: session.accountID,
      startedAt: Sample.time(0),
      lastSeenAt: session.lastSeenAt,
      expiresAt: nil,
      origin: session.origin
    )
    let second = Session(
      id: Sample.sessionID(93),
      accountID: own.id,
      startedAt: Sample.time(),
      lastSeenAt: Sample.time(),
      expiresAt: nil,
      origin: Origin()
    )
    return [
      ([.account(renamed, lastSignedInAt: nil)], .renamed(renamed, there: own)),
      ([.account(sameName, lastSignedInAt: nil)], .nicknameHeld(sameName, by: own)),
      ([.account(lookalike, lastSignedInAt: nil)], .nicknameHeld(lookalike, by: accounts[3])),
      ([.session(earlier)], .session(earlier.id, of: own.id)),
      ([.session(second)], .secondSession(second.id, of: own.id)),
    ]
  }
}

/// What is salvaged and what is lost; the store is free again afterwards.
private func salvaged(_ store: any Store) async throws -> ([StoreRecord], [String]) {
  let salvage = try await store.salvage()
  return (try await salvage.contents.all(), salvage.losses)
}
