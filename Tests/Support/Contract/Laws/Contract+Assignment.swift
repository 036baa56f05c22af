import MonikerDomain
import MonikerDoubles

extension Contract {
  static var claim: [Law] {
    [
      Law(
        "A claim with a new ID adds an account that is not signed in",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let account = try await store.assign(
          try Nickname("a"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        let expected = Account(
          id: Sample.accountID(1),
          nickname: try Nickname("a"),
          createdAt: Sample.time()
        )
        try expect("the account", account, is: expected)
        try expect("accounts", try await store.accounts(), is: [expected])
        try expect("current", try await store.current().active, is: nil)
      },
      Law(
        "A rename keeps ID, creation time, session and place in the order",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1))
        _ = try await store.assign(
          try Nickname("b"),
          to: Sample.accountID(2),
          at: Sample.context()
        )
        let renamed = try await store.assign(
          try Nickname("z"),
          to: Sample.accountID(1),
          at: Sample.context(50)
        )
        let expected = Account(
          id: Sample.accountID(1),
          nickname: try Nickname("z"),
          createdAt: Sample.time()
        )
        try expect("the account", renamed, is: expected)
        try expect("accounts", try await store.accounts().map(\.nickname.text), is: ["z", "b"])
        try expect(
          "current",
          try await store.current().active,
          is: AccountSession(account: expected, session: first.active.session)
        )
      },
      Law("A nickname is free as soon as it is given up", .seesEverything, .hasChosenTimesAndIDs) {
        place in
        let store = try await place.open()
        _ = try await store.assign(
          try Nickname("a"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        _ = try await store.assign(
          try Nickname("b"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        let second = try await store.assign(
          try Nickname("a"),
          to: Sample.accountID(2),
          at: Sample.context()
        )
        try expect("the holder", second.id, is: Sample.accountID(2))
      },
      Law(
        "An account may claim its own nickname again, in another spelling too",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let id = Sample.accountID(1)
        let first = try await store.assign(try Nickname("mina"), to: id, at: Sample.context())
        let same = try await store.assign(try Nickname("mina"), to: id, at: Sample.context(9))
        try expect("the account", same, is: first)
        let spelled = try await store.assign(try Nickname("MinA"), to: id, at: Sample.context(9))
        try expect("the nickname", spelled.nickname.text, is: "MinA")
        try expect("accounts", try await store.accounts(), is: [spelled])
      },
      Law("A claim on another account's nickname returns the holder and changes nothing", .isDirect)
      { place in
        let store = try await place.openPersonal()
        let holder = try await store.signIn(try Sample.request("Mina", 1)).active.account
        _ = try await store.signIn(try Sample.request("b", 2))
        let before = try await Observation(store)
        let wanted = try Nickname("mina")
        for number in [2, 3] {
          try await expect(
            "the claim",
            toThrow: { $0 as? NicknameError == .taken(wanted, holder: holder) },
            { try await store.assign(wanted, to: Sample.accountID(number), at: Sample.context(9)) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
      },
      Law("Accounts are listed in the order in which they were added") { place in
        let store = try await place.openPersonal()
        let names = ["m", "z", "a", "하", "0", "B"]
        for (number, name) in names.enumerated() {
          _ = try await store.signIn(try Sample.request(name, 100 - number))
        }
        try expect("accounts", try await store.accounts().map(\.nickname.text), is: names)
      },
    ]
  }
}
