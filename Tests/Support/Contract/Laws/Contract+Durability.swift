import MonikerDomain
import MonikerDoubles

extension Contract {
  static var durability: [Law] {
    [
      Law(
        "Acknowledged changes are kept when the store is opened again",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isDurable
      ) {
        place in
        let store = try await place.open()
        func expectKept(after what: String) async throws {
          let before = try await Observation(store)
          try expect("after \(what)", try await Observation(place.open()), is: before)
        }
        _ = try await store.signIn(try Sample.request("길동 <&>", 1, for: 1))
        try expect(
          "the nickname in a store that is opened at once",
          try await place.open().current().active?.account.nickname.text,
          is: "길동 <&>"
        )
        try await expectKept(after: "a sign-in")
        _ = try await store.signIn(try Sample.request("b", 2))
        try await expectKept(after: "another sign-in")
        _ = try await store.assign(
          try Nickname("C"),
          to: Sample.accountID(2),
          at: Sample.context()
        )
        try await expectKept(after: "a renaming")
        _ = try await store.assign(
          try Nickname("d"),
          to: Sample.accountID(4),
          at: Sample.context()
        )
        try await expectKept(after: "a claim")
        _ = try await store.endActive()
        try await expectKept(after: "a sign-out")
        try expect("accounts", try await place.open().accounts().count, is: 3)
      },
      Law("Two stores on one place read each other's changes at once", .isDurable) {
        place in
        let one = try await place.open()
        let other = try await place.open()
        for number in 1...5 {
          let signIn = try await one.signIn(try Sample.request("n\(number)", number))
          try expect("current", try await other.current().active, is: signIn.active)
          let ended = try await other.endActive()?.session.id
          try expect("what was ended", ended, is: signIn.active.session.id)
          try expect("current", try await one.current().active, is: nil)
        }
      },
      Law(
        "Of 100 concurrent claims through two stores on one place, one succeeds",
        .seesEverything,
        .isDurable
      ) {
        place in
        try await expectOneWinner(among: [place.open(), place.open()])
      },
    ]
  }
}
