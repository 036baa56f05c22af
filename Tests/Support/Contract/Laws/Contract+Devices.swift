import MonikerDomain
import MonikerDoubles
import MonikerModel

extension Contract {
  /// The laws about several devices on one store, and about what each of them sees.
  static var devices: [Law] {
    [
      Law(
        "Each device has its own active session, and an account one open session on each",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1, on: 1))
        let second = try await store.signIn(try Sample.request("A", 2, on: 2))
        try expect("the account", second.active.account, is: first.active.account)
        try expect("a new session", second.isNewSession, is: true)
        try expect("its device", second.active.session.deviceID, is: Sample.deviceID(2))
        let other = try await store.signIn(try Sample.request("b", 3, on: 2)).active
        let again = try await store.signIn(try Sample.request("a", 4, on: 2))
        try expect("kept", again.active, is: second.active)
        for (device, active) in [(1, first.active), (2, second.active), (3, nil)] {
          try expect("active on \(device)", try await store.active(on: device), is: active)
        }
        let entries = try await store.sessions(endedLimit: 0).entries
        try expect("open", entries.map(\.holder), is: [first.active, second.active, other])
        try expect("active", entries.map(\.isActive), is: [true, false, false])
      },
      Law(
        "An event names the device of its call, and an expiry that of its session",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1, for: 5, on: 1))
        _ = try await store.signIn(try Sample.request("a", 2, on: 2))
        _ = try await store.recordExpiries(at: Sample.context(9, on: 3))
        _ = try await store.endSessions(
          .session(Sample.sessionID(2)),
          at: Sample.context(9, on: 3)
        )
        _ = try await store.remove(Sample.accountID(1), at: Sample.context(9, on: 2))
        let events = try await store.events(limit: 9)
        let expected: [(HistoryEvent.Kind, Int)] = [
          (.accountAdded, 1), (.signedIn, 1), (.signedIn, 2), (.expired, 1), (.revoked, 3),
          (.accountRemoved, 2),
        ]
        try expect("the kinds", events.map(\.kind), is: expected.map(\.0))
        let devices = expected.map { Sample.deviceID($0.1) }
        try expect("the devices", events.map(\.deviceID), is: devices)
      },
      Law(
        "Signing out on a device ends no session on another",
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1, on: 1)).active
        let second = try await store.signIn(try Sample.request("a", 2, on: 2)).active
        let other = try await store.signIn(try Sample.request("b", 3, on: 2)).active
        _ = try await store.activate(.account(Sample.accountID(1)), at: Sample.context(on: 2))
        let signOut = try await store.end(.active, at: Sample.context(on: 2), naming: 9)
        try expect("ended", signOut.ended?.session.id, is: second.session.id)
        try expect("still open there", signOut.stillOpen, is: [other])
        try expect("active on 1", try await store.active(on: 1), is: first)
        try expect("active on 2", try await store.active(on: 2), is: nil)
      },
      Law(
        "A subject and a target of switching are found on the device of the call",
        .seesEverything
      ) { place in
        let store = try await place.open()
        let first = try await store.signIn(try Sample.request("a", 1, on: 1)).active
        let second = try await store.signIn(try Sample.request("b", 2, on: 2)).active
        let holder = try Sample.holder(of: "a")
        let found = try await store.session(of: holder, on: Sample.deviceID(2)).active
        try expect("the session on 2", found, is: nil)
        try await expect(
          "renaming on 2",
          toThrow: { $0 as? NicknameError == .notSignedIn },
          { try await store.rename(holder, to: try Nickname("c"), at: Sample.context(on: 2)) }
        )
        try await expect(
          "switching on 2",
          toThrow: { $0 as? AccountError == .notSignedIn(first.account) },
          {
            try await store.activate(
              .holder(of: try Sample.reference(to: "a")),
              at: Sample.context(on: 2)
            )
          }
        )
        try await expect(
          "switching to the only other one on 2",
          toThrow: { $0 as? AccountError == .ambiguous([]) },
          { try await store.activate(.onlyOther, at: Sample.context(on: 2)) }
        )
        let lists = try await [1, 2].asyncMap { device in
          try await store.accountList(in: .everything(on: Sample.deviceID(device))).entries
        }
        try expect("the sessions on 1", lists[0].map(\.session), is: [first.session, nil])
        try expect("the sessions on 2", lists[1].map(\.session), is: [nil, second.session])
        try expect("active on 2", lists[1].map(\.isActive), is: [false, true])
      },
      Law("Switching on a device leaves the active sessions of others", .demandsNoProof) { place in
        let store = try await place.open()
        for device in 1...3 {
          _ = try await store.signIn(try Sample.request("a", 10 + device, on: device))
          _ = try await store.signIn(try Sample.request("b", 20 + device, on: device))
        }
        _ = try await store.activate(.onlyOther, at: Sample.context(on: 2))
        let names = try await (1...3).asyncMap { device in
          try await store.active(on: device)?.account.nickname.text
        }
        try expect("the active accounts", names, is: ["b", "a", "b"])
      },
      Law(
        "The sessions of an account on other devices end, and no other session does",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        for device in 1...3 {
          _ = try await store.signIn(try Sample.request("a", 10 + device, on: device))
          _ = try await store.signIn(try Sample.request("b", 20 + device, on: device))
        }
        let ended = try await store.endSessions(
          .otherDevices(of: try Sample.holder(of: "a")),
          at: Sample.context(on: 2)
        )
        try expect("ended", ended.map(\.session.id), is: [11, 13].map { Sample.sessionID($0) })
        let open = try await store.openSessions(at: Sample.time(), limit: 9).map(\.session.id)
        try expect("open", open, is: [21, 12, 22, 23].map { Sample.sessionID($0) })
        // The ended session of a device stays its active one.
        _ = try await store.endSessions(.session(Sample.sessionID(23)), at: Sample.context(on: 1))
        let active = try await store.active(on: 3)?.session
        try expect("active on 3", active?.id, is: Sample.sessionID(23))
        try expect("its end", active?.ending?.reason, is: .revoked)
      },
      Law(
        "Removing an account leaves it active on no device",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let other = try await store.signIn(try Sample.request("b", 1, on: 3)).active
        for device in 1...3 {
          _ = try await store.signIn(try Sample.request("a", 10 + device, on: device))
        }
        _ = try await store.activate(.account(Sample.accountID(1)), at: Sample.context(on: 3))
        let removal = try await store.remove(Sample.accountID(11), at: Sample.context(on: 2))
        try expect("its session on 2", removal?.session?.id, is: Sample.sessionID(12))
        let active = try await (1...3).asyncMap { try await store.active(on: $0) }
        try expect("active", active, is: [nil, nil, other])
        let open = try await store.openSessions(at: Sample.time(), limit: 9)
        try expect("open", open, is: [other])
      },
      Law(
        "A device sees its accounts with all their sessions and events, and nothing else",
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        try await signInForViews(store)
        let view = StoreScope.device(Sample.deviceID(1))
        let seen = try await Observation(store, in: view)
        try expect("accounts", seen.accounts.map(\.nickname.text), is: ["a", "b"])
        let entries = seen.accountList.entries.map(\.account.nickname.text)
        try expect("the list", entries, is: ["a", "b"])
        let sessions = Set(seen.sessions.entries.map(\.session.id))
        try expect("sessions", sessions, is: Set([1, 2, 4, 5].map { Sample.sessionID($0) }))
        let events = Set(seen.events.map(\.accountID))
        try expect("events", events, is: [Sample.accountID(1), Sample.accountID(2)])
        let ended = try await store.sessions(endedLimit: 0, in: view)
        try expect("more have ended", ended.moreHaveEnded, is: true)
        guard let prefix = SessionIDPrefix("50") else { throw LawBroken("no prefix") }
        let found = try await store.sessions(beginningWith: prefix, limit: 99, in: view).entries
        try expect("found", found.map(\.session.id), is: [1, 2, 4, 5].map { Sample.sessionID($0) })
        for event in try await store.events() where !events.contains(event.accountID) {
          let own = try await store.events(of: event.accountID, in: view)
          try expect("events of \(event.accountID)", own, is: [])
        }
        let nobody = StoreScope.device(Sample.deviceID(9))
        let none = try await Observation(store, in: nobody)
        try expect("accounts", none.accounts, is: [])
        try expect("the list", none.accountList.entries, is: [])
        try expect("sessions", none.sessions, is: SessionList(entries: [], moreHaveEnded: false))
        try expect("events", none.events, is: [])
      },
      Law(
        "A device's view ends when its session expires, recorded or not",
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1, for: 5, on: 1))
        _ = try await store.signIn(try Sample.request("a", 2, on: 2))
        let view = StoreScope.device(Sample.deviceID(1))
        guard let prefix = SessionIDPrefix("50") else { throw LawBroken("no prefix") }
        for (offset, count) in [(4, 1), (5, 0), (9, 0)] as [(Int64, Int)] {
          if offset == 9 { _ = try await store.recordExpiries(at: Sample.context(9, on: 2)) }
          let seen = try await Observation(store, in: view, at: Sample.time(offset))
          try expect("accounts at \(offset)", seen.accounts.count, is: count)
          try expect("the list at \(offset)", seen.accountList.entries.count, is: count)
          try expect("sessions at \(offset)", seen.sessions.entries.count, is: 2 * count)
          try expect("more at \(offset)", seen.sessions.moreHaveEnded, is: false)
          try expect("events at \(offset)", seen.events.isEmpty, is: count == 0)
          let found = try await store.sessions(
            beginningWith: prefix,
            limit: 9,
            in: view,
            at: Sample.time(offset)
          )
          try expect("found at \(offset)", found.entries.count, is: 2 * count)
        }
        let context = Sample.context(5, in: view)
        let removed = try await store.remove(Sample.accountID(1), at: context)
        try expect("removed", removed, is: nil)
        try await expect(
          "renaming",
          toThrow: { $0 as? NicknameError == .notSignedIn },
          { try await store.assign(try Nickname("x"), to: Sample.accountID(1), at: context) }
        )
        try await expect(
          "ending the other session",
          toThrow: {
            $0 as? SessionError == .noSuchSession(Sample.sessionID(2).description)
          },
          { try await store.endSessions(.session(Sample.sessionID(2)), at: context) }
        )
        try expect("ending all", try await store.endSessions(.all, at: context), is: [])
      },
      Law(
        "With a device's view, nothing outside it can be changed or found out",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        try await signInForViews(store)
        let before = try await Observation(store)
        let context = Sample.context(in: .device(Sample.deviceID(1)))
        for number in [3, 6] {
          try await expect(
            "ending session \(number)",
            toThrow: {
              $0 as? SessionError == .noSuchSession(Sample.sessionID(number).description)
            },
            { try await store.endSessions(.session(Sample.sessionID(number)), at: context) }
          )
        }
        try await expect(
          "renaming",
          toThrow: { $0 as? NicknameError == .notSignedIn },
          { try await store.assign(try Nickname("x"), to: Sample.accountID(3), at: context) }
        )
        let removed = try await store.remove(Sample.accountID(3), at: context)
        try expect("removed", removed, is: nil)
        for target in [
          SwitchTarget.account(Sample.accountID(3)), .holder(of: try Sample.reference(to: "c")),
        ] {
          try await expect(
            "switching to \(target)",
            toThrow: { ($0 as? AccountError)?.isNoSuchAccount == true },
            { try await store.activate(target, at: context) }
          )
        }
        try expect("the store", try await Observation(store), is: before)
        let ended = try await store.endSessions(.all, at: context).map(\.session.id)
        try expect("all that it sees", ended, is: [1, 2, 5].map { Sample.sessionID($0) })
        let open = try await store.openSessions(at: Sample.time(), limit: 9).map(\.session.id)
        try expect("still open", open, is: [Sample.sessionID(3)])
      },
      Law("Readers of a device's changes receive those of that device alone") { place in
        let store = try await place.openPersonal()
        let readers = (1...2).map { device in
          ChangeReader(store, at: place, on: Sample.deviceID(device))
        }
        for reader in readers { try expect("first", try await reader.next(), is: nil) }
        let first = try await store.signIn(try Sample.request("a", 1, on: 1)).active
        let second = try await store.signIn(try Sample.request("b", 2, on: 2)).active
        try expect("on 1", try await readers[0].next(), is: first)
        try expect("on 2", try await readers[1].next(), is: second)
        _ = try await store.end(.active, at: Sample.context(on: 1), naming: 0)
        try expect("on 1", try await readers[0].next(), is: nil)
        // A later reader receives its first element after everything that was published before.
        let later = ChangeReader(store, at: place, on: Sample.deviceID(2))
        try expect("later on 2", try await later.next(), is: second)
        try expect("left on 2", try await readers[1].end(), is: nil)
      },
      Law("The contents hold the devices, and make an equal store", .isWhole) { place in
        let other = InMemoryRepository()
        try await signInForViews(other)
        let records = try await other.records()
        _ = try await place.open().merge(records)
        let store = try await place.open()
        try expect("the records", try await store.records(), is: records)
        for device in 1...3 {
          let own = try await other.session(of: .active, on: Sample.deviceID(device))
          let active = try await store.session(of: .active, on: Sample.deviceID(device))
          try expect("active on \(device)", active, is: own)
        }
        try expect("the defects", try await store.defects(), is: [])
      },
      Law("A merge keeps the active session of each device, and adds those of others", .isWhole) {
        place in
        let store = try await place.open()
        let own = try await store.signIn(try Sample.request("a", 1, on: 1)).active
        let other = InMemoryRepository()
        _ = try await other.signIn(try Sample.request("b", 2, on: 1))
        let second = try await other.signIn(try Sample.request("b", 3, on: 2)).active
        // Two sessions of a shared account on a device that is new here keep their order.
        _ = try await other.signIn(
          SignInChange(
            nickname: try Nickname("c"),
            newAccountID: own.account.id,
            newSessionID: Sample.sessionID(31),
            at: Sample.context(on: 3)
          )
        )
        _ = try await other.rename(.active, to: own.account.nickname, at: Sample.context(on: 3))
        _ = try await other.end(.active, at: Sample.context(on: 3), naming: 0)
        _ = try await other.signIn(try Sample.request("a", 32, on: 3))
        _ = try await other.endSessions(.subject(.active), at: Sample.context(on: 3))
        _ = try await store.merge(try await other.records())
        let holder = try Sample.holder(of: "a")
        let last = try await store.session(of: holder, on: Sample.deviceID(3)).active?.session
        try expect("the last of a on 3", last?.id, is: Sample.sessionID(32))
        try expect("active on 1", try await store.active(on: 1), is: own)
        try expect("active on 2", try await store.active(on: 2)?.session, is: second.session)
        try expect("open", try await store.sessions(endedLimit: 0).entries.count, is: 3)
      },
    ]
  }

  /// Signs in on three devices: the first sees "a" and "b", with an ended session of "a" and the
  /// session of "b" on the second device; "c", the signed-out "d" and the removed "gone" are outside.
  private static func signInForViews(_ store: any Store) async throws {
    _ = try await store.signIn(try Sample.request("a", 1, on: 1))
    _ = try await store.signIn(try Sample.request("b", 2, on: 2))
    _ = try await store.signIn(try Sample.request("c", 3, on: 3))
    _ = try await store.signIn(try Sample.request("a", 4, on: 2))
    _ = try await store.end(.active, at: Sample.context(on: 2), naming: 0)
    _ = try await store.signIn(try Sample.request("b", 5, on: 1))
    _ = try await store.signIn(try Sample.request("d", 6, on: 1))
    _ = try await store.end(.active, at: Sample.context(on: 1), naming: 0)
    _ = try await store.signIn(try Sample.request("gone", 7, on: 1))
    _ = try await store.remove(Sample.accountID(7), at: Sample.context(on: 1))
    _ = try await store.activate(.account(Sample.accountID(2)), at: Sample.context(on: 2))
  }
}

extension SessionRepository {
  /// The active session of a device.
  fileprivate func active(on device: Int) async throws(SessionError) -> AccountSession? {
    try await session(of: .active, on: Sample.deviceID(device)).active
  }
}

extension Collection {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
