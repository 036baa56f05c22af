import MonikerDomain
import MonikerDoubles
import MonikerModel

extension Contract {
  /// The laws about nicknames that rest after they were given up.
  static var restingNicknames: [Law] {
    [
      Law(
        "A nickname that was given up rests for its last holder",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("mina", 1, at: Sample.time(0)))
        _ = try await store.signIn(try Sample.request("other", 2, at: Sample.time(0)))
        try await rename(store, 1, "hong", at: 5)
        for offset in [5, 14] as [Int64] {
          for name in ["mina", "MINA", "m\u{0456}na"] {
            try await refuse("a sign-in at \(offset)", until: 15) {
              try await store.signIn(try Sample.request(name, 3, at: Sample.time(offset)))
            }
            try await refuse("an assignment at \(offset)", until: 15) {
              try await rename(store, 2, name, at: offset)
            }
          }
        }
        // Another account can have every other nickname, and the last holder its own.
        try await rename(store, 2, "another", at: 14)
        try await rename(store, 1, "Mina", at: 14)
        try await refuse("the nickname of the time between", until: 24) {
          try await store.signIn(try Sample.request("hong", 3, at: Sample.time(23)))
        }
        try await refuse("the other account's", until: 24) {
          try await rename(store, 1, "other", at: 14)
        }
        _ = try await store.signIn(try Sample.request("hong", 3, at: Sample.time(24)))
        _ = try await store.signIn(try Sample.request("other", 4, at: Sample.time(24)))
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "The nickname of a removed account rests for nobody",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("mina", 1, at: Sample.time(0)))
        _ = try await store.remove(Sample.accountID(1), at: Sample.context(5))
        try await refuse("a sign-in", until: 15) {
          try await store.signIn(try Sample.request("Mina", 2, at: Sample.time(14)))
        }
        let new = try await store.signIn(try Sample.request("Mina", 2, at: Sample.time(15)))
        try expect("a new account", new.isNewAccount, is: true)
        try expect("rests", try await resting(store), is: [])
      },
      Law(
        "A nickname rests once, also beside one of its last holder that looks like it",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) {
        place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("mina", 1, at: Sample.time(0)))
        try await rename(store, 1, "hong", at: 3)
        try await rename(store, 1, "mina", at: 4)
        try await rename(store, 1, "hong", at: 5)
        try expect("after the way back", try await resting(store), is: ["mina at 5"])
        try await rename(store, 1, "third", at: 6)
        try expect("after a third", try await resting(store), is: ["mina at 5", "hong at 6"])
        // Resemblance is not transitive: "il" has the key of "Il", and does not look like "l1".
        for (number, (held, next, wanted)) in [("Il", "l1", "il"), ("PayPaI", "paypai", "paypal")]
          .enumerated()
        {
          _ = try await store.signIn(try Sample.request(held, 10 + number, at: Sample.time(6)))
          try await rename(store, 10 + number, next, at: 7)
          try await refuse(wanted, until: 17) {
            try await store.signIn(try Sample.request(wanted, 20 + number, at: Sample.time(16)))
          }
          try await rename(store, 10 + number, "name \(number)", at: 8)
          try await refuse(wanted, until: 17) {
            try await store.signIn(try Sample.request(wanted, 20 + number, at: Sample.time(16)))
          }
          _ = try await store.signIn(try Sample.request(wanted, 20 + number, at: Sample.time(18)))
        }
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "The setting decides how long nicknames rest, also those that rest",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) {
        place in
        let store = try await place.open()
        _ = try await store.signIn(try Sample.request("free", 1, at: Sample.time(0)))
        try await rename(store, 1, "mina", at: 1)
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        let own = try await store.settings()
        try expect(
          "the settings",
          own,
          is: StoreSettings(historyLimit: 1_000, nicknameRest: .milliseconds(10))
        )
        try await store.change(StoreSettingsChange(historyLimit: 50))
        let both = StoreSettings(historyLimit: 50, nicknameRest: .milliseconds(10))
        try expect("with another limit", try await store.settings(), is: both)
        _ = try await store.signIn(try Sample.request("free", 2, at: Sample.time(2)))
        try await rename(store, 1, "hong", at: 3)
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(20)))
        try await refuse("a longer rest", until: 23) {
          try await store.signIn(try Sample.request("mina", 3, at: Sample.time(22)))
        }
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(4)))
        _ = try await store.signIn(try Sample.request("mina", 3, at: Sample.time(7)))
      },
      Law(
        "A rest ends if the clock goes back by more than it, and if no nickname rests any more",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) {
        place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("mina", 1, at: Sample.time(0)))
        try await rename(store, 1, "hong", at: 50)
        try await refuse("a little earlier", until: 60) {
          try await store.signIn(try Sample.request("mina", 2, at: Sample.time(41)))
        }
        _ = try await store.signIn(try Sample.request("mina", 2, at: Sample.time(40)))
        try expect("what rested", try await resting(store), is: [])
        try await rename(store, 2, "last", at: 41)
        try await store.change(StoreSettingsChange(nicknameRest: .zero))
        for (number, offset) in [(3, 0), (4, 41)] as [(Int, Int64)] {
          _ = try await store.signIn(try Sample.request("mina", number, at: Sample.time(offset)))
          try await rename(store, number, "name \(number)", at: offset)
        }
        try expect("at last", try await resting(store), is: [])
      },
      Law(
        "Nicknames whose rest has passed are removed in steps",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        let step = RestingNickname.maximumRemovals
        _ = try await store.signIn(try Sample.request("a", 1, at: Sample.time(0)))
        for number in 1...step + 3 { try await rename(store, 1, "name \(number)", at: 1) }
        let before = try await resting(store).count
        try expect("before", before, is: step + 3)
        try await rename(store, 1, "last", at: 11)
        // The nickname that is given up now rests, too.
        try expect("after one change", try await resting(store).count, is: 4)
        try await rename(store, 1, "the very last", at: 12)
        try expect("after two", try await resting(store), is: ["name 103 at 11", "last at 12"])
      },
      Law(
        "The contents have the resting nicknames, and make an equal store",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) {
        place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("mina", 1, at: Sample.time(0)))
        try await rename(store, 1, "hong", at: 1)
        let records = try await store.records()
        let summary = try await store.summary()
        try expect("how many", summary.recordCount, is: records.count)
        try expect("resting", summary.restingNicknameCount, is: 1)
        let copy = InMemoryRepository(try StoreState(records, at: "the copy"))
        try expect("the copy", try await copy.records(), is: records)
        let again = try await place.open().records()
        try expect("opened again", again, is: records)
      },
      Law(
        "A merge adds resting nicknames that no account holds",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let other = InMemoryRepository()
        try await other.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        for (number, name) in ["one", "two", "three"].enumerated() {
          let request = try Sample.request(name, 10 + number, at: Sample.time(Int64(number)))
          _ = try await other.signIn(request)
          try await rename(other, 10 + number, name + "s", at: Int64(number + 5))
        }
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("One", 1, at: Sample.time(1)))
        _ = try await store.signIn(try Sample.request("twos", 2, at: Sample.time(1)))
        _ = try await store.signIn(try Sample.request("Three", 3, at: Sample.time(1)))
        try await rename(store, 3, "four", at: 2)
        try await rename(store, 2, "five", at: 3)
        _ = try await store.merge(try await other.records())
        // "one" is held, "twos" came with its account, and "three" rested here before.
        try expect("rests", try await resting(store), is: ["Three at 2", "two at 6"])
        try expect("the defects", try await store.defects(), is: [])
      },
      Law(
        "A merge ends the rest of what looks like a new account, and of nothing else",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) {
        place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await store.signIn(try Sample.request("I", 1, at: Sample.time(0)))
        try await rename(store, 1, "one", at: 1)
        let other = InMemoryRepository()
        try await other.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        _ = try await other.signIn(try Sample.request("i", 11, at: Sample.time(0)))
        _ = try await other.signIn(try Sample.request("l", 12, at: Sample.time(0)))
        try await rename(other, 12, "two", at: 2)
        _ = try await store.merge(try await other.records())
        // "I" looks like "i" and like "l"; these two do not look the same.
        try expect("rests", try await resting(store), is: ["l at 2"])
        try await store.change(StoreSettingsChange(nicknameRest: .zero))
        _ = try await other.signIn(try Sample.request("three", 13, at: Sample.time(2)))
        _ = try await other.remove(Sample.accountID(13), at: Sample.context(3))
        _ = try await store.merge(try await other.records())
        try expect("without a rest", try await resting(store), is: ["l at 2"])
      },
    ]
  }

  private static func rename(
    _ store: any Store,
    _ account: Int,
    _ name: String,
    at offset: Int64
  ) async throws {
    _ = try await store.assign(
      try Nickname(name),
      to: Sample.accountID(account),
      at: Sample.context(offset)
    )
  }

  private static func refuse<Result>(
    _ what: String,
    until end: Int64,
    _ body: () async throws -> Result
  ) async throws {
    let end = Sample.time(end)
    try await expect(
      what,
      toThrow: { if case NicknameError.resting(_, end) = $0 { true } else { false } },
      body
    )
  }

  /// The resting nicknames with the time when they were given up.
  private static func resting(_ store: any Store) async throws -> [String] {
    try await store.records().compactMap { record in
      guard case .restingNickname(let resting) = record else { return nil }
      let offset = Sample.time(0).duration(to: resting.freedAt).wholeMilliseconds
      return "\(resting.nickname.text) at \(offset)"
    }
  }
}
