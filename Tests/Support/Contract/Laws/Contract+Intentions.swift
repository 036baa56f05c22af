import MonikerDomain
import MonikerDoubles
import MonikerModel

/// A change that is recorded with its intention.
private struct RecordedChange: Sendable {
  let name: String
  let make: @Sendable (any Store, ChangeContext) async throws -> IntentionAnswer?

  /// One of each kind; each changes the store that ``Contract/makeStore(_:)`` makes.
  static let all = [
    RecordedChange(name: "a sign-in that adds an account") { store, context in
      .signIn(try await store.signIn(request("new", 9, context)))
    },
    RecordedChange(name: "a sign-in that opens a session") { store, context in
      .signIn(try await store.signIn(request("never", 9, context)))
    },
    RecordedChange(name: "a sign-in that switches") { store, context in
      .signIn(try await store.signIn(request("a", 9, context)))
    },
    RecordedChange(name: "an assignment to a new account") { store, context in
      .account(
        try await store.assign(try Nickname("new"), to: Sample.accountID(9), at: context)
      )
    },
    RecordedChange(name: "an assignment") { store, context in
      .account(
        try await store.assign(try Nickname("new"), to: Sample.accountID(1), at: context)
      )
    },
    RecordedChange(name: "a renaming") { store, context in
      .renaming(try await store.rename(.active, to: try Nickname("new"), at: context))
    },
    RecordedChange(name: "a switch") { store, context in
      .activation(
        try await store.activate(.holder(of: try Sample.reference(to: "a")), at: context)
      )
    },
    RecordedChange(name: "a removal of an account with a session") { store, context in
      try await store.remove(Sample.accountID(1), at: context).map { .removal($0) }
    },
    RecordedChange(name: "a removal of an account without a session") { store, context in
      try await store.remove(Sample.accountID(3), at: context).map { .removal($0) }
    },
    RecordedChange(name: "a save of a profile") { store, context in
      let edit = try await Sample.edit(1, ofVersion: 0, of: "b", in: store)
      return .profile(try await store.save(edit, at: context))
    },
    RecordedChange(name: "a sign-out") { store, context in
      .signOut(try await store.end(.active, at: context, naming: 1))
    },
    RecordedChange(name: "an end of all sessions") { store, context in
      .ended(try await store.endSessions(.all, at: context))
    },
  ]

  private static func request(
    _ nickname: String,
    _ number: Int,
    _ context: ChangeContext
  ) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: Sample.accountID(number),
      newSessionID: Sample.sessionID(number),
      on: Sample.terms(600_000, true, nil),
      at: context
    )
  }
}

extension Contract {
  /// The laws about intentions with IDs, and their records.
  static var intentions: [Law] {
    [
      Law(
        "An intention that is repeated gives its first answer, and changes nothing",
        .seesEverything,
        .demandsNoProof
      ) { place in
        for (number, change) in RecordedChange.all.enumerated() {
          let store = try await makeStore(place, number)
          let first = try await change.make(store, context(1, number))
          // The answer would be another one now.
          _ = try await store.signIn(try Sample.request("later\(number)", 20, at: Sample.time(2)))
          _ = try await store.endSessions(.all, at: Sample.context(3))
          let before = try await Observation(store)
          let again = try await change.make(store, context(4, number))
          try expect("\(change.name), repeated", again, is: first)
          try expect("the store after \(change.name)", try await Observation(store), is: before)
          _ = try await store.remove(Sample.accountID(20), at: Sample.context(5))
        }
      },
      Law(
        "A recorded intention is looked up with its time, device and answer",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        for (number, change) in RecordedChange.all.enumerated() {
          let store = try await makeStore(place, number)
          let id = intentionID(number)
          let unknown = try await store.intention(id, at: Sample.time())
          try expect("before \(change.name)", unknown, is: nil)
          guard let answer = try await change.make(store, context(1, number)) else {
            throw LawBroken("\(change.name) changed nothing")
          }
          let record = IntentionRecord(at: Sample.time(1), on: TestDevice.current, answer: answer)
          let known = try await store.intention(id, at: Sample.time(2))
          try expect("after \(change.name)", known, is: record)
          let own = try await store.intention(
            id,
            in: .device(TestDevice.current),
            at: Sample.time(2)
          )
          try expect("seen by its device", own, is: record)
          let foreign = try await store.intention(
            id,
            in: .device(Sample.deviceID(2)),
            at: Sample.time(2)
          )
          try expect("seen by another device", foreign, is: nil)
        }
      },
      Law(
        "An ID of another kind of intention, of another device or with other content is refused",
        .isWhole
      ) { place in
        let store = try await makeStore(place, 0)
        let contents: [(SecretDigest?, SecretDigest?)] = [
          (digest(1), digest(2)), (digest(1), nil), (nil, digest(1)),
        ]
        for (index, (first, second)) in contents.enumerated() {
          let number = index + 1
          let renaming = try await store.rename(
            .active,
            to: try Nickname("new\(number)"),
            at: context(1, number, first)
          )
          try await expect(
            "other content",
            toThrow: { ($0 as? NicknameError)?.isIDInUse ?? false },
            {
              try await store.rename(
                .active,
                to: try Nickname("other"),
                at: context(1, number, second)
              )
            }
          )
          let held = try await store.session(of: .active).active?.account
          try expect("the account", held, is: renaming.after.account)
        }
        _ = try await store.end(.active, at: context(1, 0), naming: 0)
        let before = try await Observation(store)
        try await expect(
          "another kind",
          toThrow: { ($0 as? NicknameError)?.isIDInUse ?? false },
          { try await store.rename(.active, to: try Nickname("new"), at: context(2, 0)) }
        )
        let foreign = ChangeContext(
          at: Sample.time(2),
          in: .everything(on: Sample.deviceID(2)),
          intention: intentionID(0)
        )
        try await expect(
          "another device",
          toThrow: {
            if case SessionError.store(let failure) = $0 {
              failure.reason == .idInUse
            } else {
              false
            }
          },
          { try await store.end(.active, at: foreign, naming: 0) }
        )
        try expect("the store", try await Observation(store), is: before)
      },
      Law("A call that changes nothing or is refused is not recorded", .isWhole) { place in
        let store = try await makeStore(place, 0)
        let taken = try Nickname("a")
        _ = try? await store.rename(.active, to: taken, at: context(1, 0))
        _ = try await store.rename(.active, to: try Nickname("b"), at: context(1, 0))
        _ = try await store.remove(Sample.accountID(77), at: context(1, 0))
        _ = try await store.end(try Sample.holder(of: "nobody"), at: context(1, 0), naming: 0)
        let known = try await store.intention(intentionID(0), at: Sample.time(2))
        try expect("the record", known, is: nil)
        let renaming = try await store.rename(.active, to: try Nickname("c"), at: context(2, 0))
        try expect("the nickname", renaming.after.account.nickname.text, is: "c")
      },
      Law(
        "A switch from a session that has expired is repeated and looked up, also if the store is opened again",
        .hasChosenTimesAndIDs,
        .isWhole
      ) { place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("a", 1))
        let expired = try await store.signIn(try Sample.request("b", 2, for: 5)).active
        let target = SwitchTarget.holder(of: try Sample.reference(to: "a"))
        let first = try await store.activate(target, at: context(9, 0))
        try expect("before", first.before, is: expired.ended(5, .expired, as: nil))
        let store2 = try await place.open()
        let again = try await store2.activate(target, at: context(10, 0))
        try expect("repeated", again, is: first)
        let known = try await store2.intention(intentionID(0), at: Sample.time(10))
        try expect("looked up", known?.answer, is: .activation(first))
      },
      Law("An intention is kept for a day, and no longer", .hasChosenTimesAndIDs, .isWhole) {
        place in
        let store = try await makeStore(place, 0)
        let day: Int64 = 86_400_000
        _ = try await store.end(.active, at: context(0, 0), naming: 0)
        let last = try await store.intention(intentionID(0), at: Sample.time(day - 1))
        try expect("until then", last != nil, is: true)
        // After a wrong clock, an intention is not kept for years.
        let back = try await store.intention(intentionID(0), at: Sample.time(-day))
        try expect("a day before it", back, is: nil)
        let after = try await store.intention(intentionID(0), at: Sample.time(day))
        try expect("then", after, is: nil)
        _ = try await store.signIn(try Sample.request("a", 50, at: Sample.time(day)))
        let again = try await store.end(.active, at: context(day, 0), naming: 0)
        try expect("done anew", again.ended?.account.nickname.text, is: "a")
        let known = try await store.intention(intentionID(0), at: Sample.time(day + 1))
        try expect("recorded anew", known?.time, is: Sample.time(day))
      },
      Law("Of 100 concurrent calls of one intention, one makes the change", .isDirect) { place in
        let store = try await place.openPersonal()
        let answers = try await withThrowingTaskGroup { group in
          for number in 1...100 {
            let request = SignInChange(
              nickname: try Nickname("a"),
              newAccountID: Sample.accountID(number),
              newSessionID: Sample.sessionID(number),
              at: context(Int64(number), 0)
            )
            group.addTask { try await store.signIn(request) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        try expect("the answers", Set(answers).count, is: 1)
        try expect("the accounts", try await store.accounts().count, is: 1)
        let events = try await store.events(limit: 9).count
        try expect("the events", events, is: 2)
      },
      Law(
        "Recorded intentions are kept when the store is opened again",
        .seesEverything,
        .demandsNoProof,
        .isDurable
      ) {
        place in
        for (number, change) in RecordedChange.all.enumerated() {
          let store = try await makeStore(place, number)
          let first = try await change.make(store, context(1, number))
          let again = try await change.make(try await place.open(), context(2, number))
          try expect("\(change.name), repeated", again, is: first)
        }
      },
    ]
  }

  private static func intentionID(_ number: Int) -> IntentionID {
    IntentionID(high: 0x1D << 56, low: UInt64(number))
  }

  private static func context(
    _ offset: Int64,
    _ number: Int,
    _ content: SecretDigest? = nil
  ) -> ChangeContext {
    ChangeContext(
      at: Sample.time(offset),
      from: Sample.origin,
      intention: intentionID(number),
      content: content
    )
  }

  private static func digest(_ number: UInt8) -> SecretDigest {
    guard let digest = SecretDigest(bytes: Array(repeating: number, count: 32)) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return digest
  }

  /// A store whose accounts are `a` and `b`, both signed in, of which `b` is active, and `never`.
  private static func makeStore(_ place: StorePlace, _ number: Int) async throws -> any Store {
    let store = try await place.open()
    for account in try await store.accounts() {
      _ = try await store.remove(account.id, at: Sample.context())
    }
    for (place, name) in ["a", "b"].enumerated() {
      _ = try await store.signIn(
        SignInChange(
          nickname: try Nickname(name),
          newAccountID: Sample.accountID(place + 1),
          newSessionID: Sample.sessionID(100 * (number + 1) + place),
          at: Sample.context()
        )
      )
    }
    _ = try await store.assign(try Nickname("never"), to: Sample.accountID(3), at: Sample.context())
    return store
  }
}
