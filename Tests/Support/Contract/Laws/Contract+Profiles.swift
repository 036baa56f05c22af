import MonikerDomain
import MonikerDoubles
import MonikerModel

extension Contract {
  /// The laws about the profiles of accounts.
  static var profiles: [Law] {
    [
      Law("An account that saved no profile has an empty one, and an unknown account has none") {
        place in
        let store = try await place.openPersonal()
        let unknown = try await store.profile(of: Sample.accountID(9), in: .test)
        try expect("in a new store", unknown, is: nil)
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        try expect("at first", try await profile(of: account, in: store), is: .unsaved)
        let none = try await store.profile(of: Sample.accountID(9), in: .test)
        try expect("of another ID", none, is: nil)
      },
      Law(
        "A saved profile is read as it was saved, with its version and its time",
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        for number in 1...4 {
          // The last one is empty again.
          let content = try Sample.profile(number % 4)
          let edit = try await Sample.edit(
            content,
            ofVersion: number - 1,
            of: account.id,
            in: store
          )
          let saved = try await store.save(edit, at: Sample.context(Int64(number)))
          let time = Sample.time(Int64(number))
          let expected = Profile(content, version: number, changedAt: time)
          try expect("what was saved", saved, is: expected)
          try expect("what is read", try await profile(of: account, in: store), is: expected)
          let read = try await profile(of: account, in: store)?.content
          try expect("the bytes", read.map(bytes), is: bytes(of: content))
        }
      },
      Law(
        "A later save has a later time, also if the clock has gone back",
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        var times: [Timestamp?] = []
        for (version, offset) in [9, 3, 3, 20].enumerated() {
          let edit = try await edit(version % 2 + 1, ofVersion: version, of: account, in: store)
          let saved = try await store.save(edit, at: Sample.context(Int64(offset)))
          times.append(saved.changedAt)
        }
        try expect("the times", times, is: [9, 10, 11, 20].map { Sample.time($0) })
      },
      Law("A save over another version is refused with the stored profile, and changes nothing") {
        place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        func expectConflict(_ version: Int, with stored: Profile?) async throws {
          let before = try await Observation(store)
          let content = try Sample.profile(3)
          let edit = try await Sample.edit(
            content,
            ofVersion: version,
            of: account.id,
            in: store
          )
          try await expect(
            "a save over version \(version)",
            toThrow: {
              guard case .conflict(let conflict)? = $0 as? ProfileError else { return false }
              return conflict.stored == stored && conflict.refused == content
            },
            { try await store.save(edit, at: Sample.context(9)) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
        try await expectConflict(1, with: .unsaved)
        let first = try await store.save(try await edit(1, ofVersion: 0, of: account, in: store))
        for version in [0, 2, -1, .max] { try await expectConflict(version, with: first) }
        let second = try await store.save(try await edit(2, ofVersion: 1, of: account, in: store))
        for version in [0, 1, 3] { try await expectConflict(version, with: second) }
      },
      Law(
        "A save over the same version of another time is refused",
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        let first = try await edit(1, ofVersion: 0, of: account, in: store)
        let saved = try await store.save(first, at: Sample.context(5))
        let content = try Sample.profile(2)
        for changedAt in [nil, Sample.time(4), Sample.time(6)] {
          let edit = ProfileEdit(content, ofVersion: 1, changedAt: changedAt, of: account.id)
          let conflict = ProfileConflict(stored: saved, refused: content)
          try await expect(
            "a save over the version of \(changedAt, default: "no time")",
            toThrow: { $0 as? ProfileError == .conflict(conflict) },
            { try await store.save(edit, at: Sample.context(9)) }
          )
        }
      },
      Law("A save of the stored content changes nothing, whatever version was edited") { place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        let empty = try await store.save(try await edit(0, ofVersion: 7, of: account, in: store))
        try expect("an empty one", empty, is: .unsaved)
        let saved = try await store.save(try await edit(1, ofVersion: 0, of: account, in: store))
        let before = try await Observation(store)
        for version in [0, 1, 2] {
          let again = try await store.save(
            try await edit(1, ofVersion: version, of: account, in: store)
          )
          try expect("again", again, is: saved)
          try expect("the store", try await Observation(store), is: before)
        }
      },
      Law(
        "A save changes nothing but the profile, and records an event with the session",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let own = try await store.signIn(try Sample.request("a", 1, for: 600_000, sliding: true))
        let other = try await store.signIn(try Sample.request("b", 2)).active.account
        _ = try await store.save(try await edit(2, ofVersion: 0, of: other, in: store))
        let before = try await Observation(store)
        // The account need not be the active one.
        let saved = try await store.save(
          try await edit(1, ofVersion: 0, of: own.active.account, in: store),
          at: Sample.context(90_000)
        )
        let after = try await Observation(store)
        try expect("the accounts", after.accountList, is: before.accountList)
        try expect("the sessions", after.sessions, is: before.sessions)
        try expect("the active session", after.snapshot, is: before.snapshot)
        try expect("the profiles", after.profiles, is: [saved, before.profiles[1]])
        let event = HistoryEvent(
          sequence: before.events.count + 1,
          time: Sample.time(90_000),
          kind: .profileChanged,
          accountID: own.active.account.id,
          nickname: "a",
          sessionID: own.active.session.id,
          origin: Sample.origin
        )
        try expect("the events", after.events, is: before.events + [event])
      },
      Law(
        "A save needs an open session of the account on the device",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        func expectRefusal(
          _ what: String,
          _ account: Int,
          _ error: ProfileError,
          at offset: Int64 = 9,
          on device: Int = 1
        ) async throws {
          let before = try await Observation(store)
          let edit = ProfileEdit(
            try Sample.profile(1),
            ofVersion: 0,
            changedAt: nil,
            of: Sample.accountID(account)
          )
          try await expect(
            what,
            toThrow: { $0 as? ProfileError == error },
            { try await store.save(edit, at: Sample.context(offset, on: device)) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
        try await expectRefusal("a save in a new store", 1, .notSignedIn)
        _ = try await store.assign(
          try Nickname("never"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        try await expectRefusal("a save of an account that never signed in", 1, .notSignedIn)
        let expiring = try await store.signIn(try Sample.request("b", 2, for: 5)).active
        try await expectRefusal("a save on another device", 2, .notSignedIn, at: 1, on: 2)
        try await expectRefusal(
          "a save after the session has expired",
          2,
          .sessionEnded(expiring.ended(5, .expired, as: nil))
        )
        _ = try await store.signIn(try Sample.request("c", 3, at: Sample.time(9)))
        _ = try await store.end(.active, at: Sample.context(9), naming: 0)
        try await expectRefusal("a save after a sign-out", 3, .notSignedIn)
        let saved = try await store.save(
          try await edit(1, ofVersion: 0, of: expiring.account, in: store),
          at: Sample.context(4)
        )
        try expect("while it is open", saved.version, is: 1)
      },
      Law(
        "A profile stays when its account is renamed or signs out, and goes with its account",
        .seesEverything,
        .isWhole
      ) { place in
        let store = try await place.open()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        let saved = try await store.save(try await edit(1, ofVersion: 0, of: account, in: store))
        _ = try await store.rename(.active, to: try Nickname("z"), at: Sample.context(1))
        try expect("after a renaming", try await profile(of: account, in: store), is: saved)
        _ = try await store.end(.active, at: Sample.context(2), naming: 0)
        try expect("after a sign-out", try await profile(of: account, in: store), is: saved)
        _ = try await store.remove(account.id, at: Sample.context(3))
        try expect("after a removal", try await profile(of: account, in: store), is: nil)
        let new = try await store.signIn(try Sample.request("z", 2, at: Sample.time(4)))
        let empty = try await profile(of: new.active.account, in: store)
        try expect("of the next holder", empty, is: .unsaved)
        let isKept = try await store.records().contains { record in
          if case .profile = record { true } else { false }
        }
        try expect("whether it is kept", isKept, is: false)
        try expect("the defects", try await store.defects(), is: [])
      },
      Law("Of 100 concurrent edits of one version, one is saved, and the others get it") { place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        let outcomes = try await inParallel { number in
          let edit = try await edit(number, ofVersion: 0, of: account, in: store)
          do throws(ProfileError) {
            return Result<Profile, ProfileError>.success(try await store.save(edit))
          } catch {
            return .failure(error)
          }
        }
        let saved = outcomes.compactMap { try? $0.get() }
        try expect("saved", saved.count, is: 1)
        try expect("what is stored", try await profile(of: account, in: store), is: saved.first)
        for case .failure(let error) in outcomes {
          guard case .conflict(let conflict) = error, conflict.stored == saved.first else {
            throw LawBroken("a refused edit got \(error), and \(saved) was saved")
          }
        }
        let events = try await store.events(limit: .max)
        try expect("the events", events.count { $0.kind == .profileChanged }, is: 1)
      },
      Law(
        "A device sees and saves the profiles of the accounts in its view alone",
        .seesEverything,
        .demandsNoProof
      ) { place in
        let store = try await place.open()
        let account = try await store.signIn(try Sample.request("a", 1, on: 1)).active.account
        _ = try await store.signIn(try Sample.request("b", 2, on: 2))
        let saved = try await store.save(try await edit(1, ofVersion: 0, of: account, in: store))
        for (device, expected) in [(1, saved), (2, nil)] {
          let scope = StoreScope.device(Sample.deviceID(device))
          let found = try await store.profile(of: account.id, in: scope)
          try expect("seen by device \(device)", found, is: expected)
        }
        let foreign = try await edit(2, ofVersion: 1, of: account, in: store)
        try await expect(
          "a save by another device",
          toThrow: { $0 as? ProfileError == .notSignedIn },
          {
            let scope = StoreScope.device(Sample.deviceID(2))
            return try await store.save(foreign, at: Sample.context(1, in: scope))
          }
        )
      },
      Law(
        "A merge takes the later one of two profiles, and a second one changes nothing",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        let other = InMemoryRepository()
        for target in [store, other] as [any Store] {
          let names = ["earlier", "later", "same", "new", "often", "equal"]
          for (number, name) in names.enumerated() {
            _ = try await target.signIn(try Sample.request(name, number + 1))
          }
        }
        func save(
          _ text: Int,
          _ version: Int,
          of account: Int,
          in target: any Store,
          at offset: Int64
        ) async throws {
          let edit = try await Sample.edit(
            try Sample.profile(text),
            ofVersion: version,
            of: Sample.accountID(account),
            in: target
          )
          _ = try await target.save(edit, at: Sample.context(offset))
        }
        try await save(1, 0, of: 1, in: store, at: 5)
        try await save(2, 0, of: 1, in: other, at: 4)
        try await save(1, 0, of: 2, in: store, at: 3)
        try await save(2, 0, of: 2, in: other, at: 4)
        try await save(1, 0, of: 3, in: store, at: 5)
        try await save(2, 0, of: 3, in: other, at: 5)
        try await save(1, 0, of: 4, in: other, at: 6)
        try await save(2, 1, of: 4, in: other, at: 7)
        // The versions of both count.
        for (version, text) in [1, 2, 1].enumerated() {
          try await save(text, version, of: 5, in: store, at: 2)
        }
        try await save(2, 0, of: 5, in: other, at: 9)
        try await save(3, 1, of: 2, in: other, at: 5)
        // The same content counts as changed later.
        try await save(1, 0, of: 6, in: store, at: 3)
        try await save(2, 0, of: 6, in: other, at: 3)
        try await save(1, 1, of: 6, in: other, at: 4)
        let records = try await other.records()
        _ = try await store.merge(records)
        let accounts = try await store.accounts()
        var found: [Profile?] = []
        for account in accounts { found.append(try await profile(of: account, in: store)) }
        let (first, second) = (try Sample.profile(1), try Sample.profile(2))
        let third = try Sample.profile(3)
        try expect(
          "the profiles",
          found,
          is: [
            Profile(first, version: 1, changedAt: Sample.time(5)),
            Profile(third, version: 3, changedAt: Sample.time(5)),
            Profile(first, version: 1, changedAt: Sample.time(5)),
            Profile(second, version: 2, changedAt: Sample.time(7)),
            Profile(second, version: 4, changedAt: Sample.time(9)),
            Profile(first, version: 2, changedAt: Sample.time(4)),
          ]
        )
        try expect("added again", try await store.merge(records), is: 0)
        try expect("the defects", try await store.defects(), is: [])
      },
      Law("A profile is kept when the store is opened again", .isDurable) { place in
        let store = try await place.open()
        let account = try await store.signIn(try Sample.request("a", 1)).active.account
        let saved = try await store.save(try await edit(1, ofVersion: 0, of: account, in: store))
        let again = try await place.open()
        try expect("then", try await profile(of: account, in: again), is: saved)
      },
    ]
  }

  private static func edit(
    _ text: Int,
    ofVersion version: Int,
    of account: Account,
    in store: any PersonalStore
  ) async throws -> ProfileEdit {
    let content = try Sample.profile(text)
    return try await Sample.edit(content, ofVersion: version, of: account.id, in: store)
  }

  private static func profile(
    of account: Account,
    in store: any PersonalStore
  ) async throws -> Profile? {
    try await store.profile(of: account.id, in: .test)
  }

  /// Texts that are canonically equivalent are equal, but have other bytes.
  private static func bytes(of content: ProfileContent) -> [[UInt8]] {
    [Array(content.title.utf8), Array(content.description.utf8)]
  }
}

extension ProfileRepository {
  /// Saves on the test's device.
  fileprivate func save(_ edit: ProfileEdit) async throws(ProfileError) -> Profile {
    try await save(edit, at: Sample.context(1))
  }
}
