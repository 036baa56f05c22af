import MonikerDomain
import MonikerDoubles

extension Contract {
  static var rename: [Law] {
    [
      Law(
        "Renaming changes the nickname of the active session's account, and nothing else",
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("a", 1))
        let before = try await store.signIn(try Sample.request("b", 2)).active
        _ = try await store.signIn(try Sample.request("c", 3))
        _ = try await store.signIn(try Sample.request("b", 4))
        let renaming = try await store.rename(
          .active,
          to: try Nickname("z"),
          at: Sample.context(9)
        )
        let account = Account(
          id: before.account.id,
          nickname: try Nickname("z"),
          createdAt: before.account.createdAt
        )
        let after = AccountSession(account: account, session: before.session)
        try expect("the renaming", renaming, is: Renaming(before: before, after: after))
        try expect("current", try await store.current().active, is: after)
        try expect(
          "accounts",
          try await store.accounts().map(\.nickname.text),
          is: ["a", "z", "c"]
        )
      },
      Law("The active account may take its own nickname in another spelling") { place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("mina", 1))
        for spelling in ["mina", "MinA", "mina"] {
          let renaming = try await store.rename(
            .active,
            to: try Nickname(spelling),
            at: Sample.context()
          )
          try expect("the nickname", renaming.after.account.nickname.text, is: spelling)
          try expect("current", try await store.current().active, is: renaming.after)
        }
      },
      Law("A refused rename gives the reason and changes nothing", .hasChosenTimesAndIDs, .isDirect)
      { place in
        let store = try await place.openPersonal()
        let free = try Nickname("free")
        func expectRefusal(_ error: NicknameError, of nickname: Nickname) async throws {
          let before = try await Observation(store)
          try await expect(
            "renaming to \(nickname)",
            toThrow: { $0 as? NicknameError == error },
            { try await store.rename(.active, to: nickname, at: Sample.context(5)) }
          )
          try expect("the store", try await Observation(store), is: before)
        }
        try await expectRefusal(.notSignedIn, of: free)
        let holder = try await store.signIn(try Sample.request("Mina", 1)).active.account
        _ = try await store.endActive()
        try await expectRefusal(.notSignedIn, of: free)
        let expiring = try Sample.request("b", 2, for: 5)
        let expired = try await store.signIn(expiring).active
        try await expectRefusal(.sessionEnded(expired.ended(5, .expired, as: nil)), of: free)
        _ = try await store.signIn(try Sample.request("c", 3))
        let taken = try Nickname("mina")
        try await expectRefusal(.taken(taken, holder: holder), of: taken)
      },
    ]
  }
}
