import MonikerDomain
import MonikerDoubles

extension Contract {
  /// Pairs of nicknames that are different claims and look the same.
  private static var lookalikes: [(held: String, wanted: String)] {
    [("paypal", "раypаl"), ("paypal", "paypaI"), ("Ian", "іan"), ("modern", "modem")]
  }

  static var lookalike: [Law] {
    [
      Law("No account is added for a look-alike of another nickname", .isDirect) { place in
        for (number, names) in lookalikes.enumerated() {
          let store = try await place.openPersonal()
          let base = 10 * number
          let holder = try await store.signIn(try Sample.request(names.held, base + 1))
          let before = try await Observation(store)
          let wanted = try Nickname(names.wanted)
          let refusal = NicknameError.resembles(wanted, holder: holder.active.account)
          try await expect(
            "the sign-in",
            toThrow: { $0 as? NicknameError == refusal },
            { try await store.signIn(try Sample.request(names.wanted, base + 2)) }
          )
          try await expect(
            "the claim",
            toThrow: { $0 as? NicknameError == refusal },
            {
              try await store.assign(wanted, to: Sample.accountID(base + 2), at: Sample.context(9))
            }
          )
          try expect("the store", try await Observation(store), is: before)
          // Frees the nickname for the next pair.
          _ = try await store.assign(
            try Nickname("free \(number)"),
            to: holder.active.account.id,
            at: Sample.context()
          )
        }
      },
      Law("No account is renamed to a look-alike of another nickname", .isDirect) { place in
        let store = try await place.openPersonal()
        let holder = try await store.signIn(try Sample.request("paypal", 1)).active.account
        _ = try await store.signIn(try Sample.request("mina", 2))
        let before = try await Observation(store)
        let wanted = try Nickname("paypa1")
        try await expect(
          "the renaming",
          toThrow: { $0 as? NicknameError == .resembles(wanted, holder: holder) },
          { try await store.rename(.active, to: wanted, at: Sample.context(9)) }
        )
        try await expect(
          "the claim",
          toThrow: { $0 as? NicknameError == .resembles(wanted, holder: holder) },
          { try await store.assign(wanted, to: Sample.accountID(2), at: Sample.context(9)) }
        )
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "Another spelling of an account's own nickname is refused if it looks like another nickname",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let holder = try await store.signIn(try Sample.request("lan", 1)).active.account
        _ = try await store.signIn(try Sample.request("ian", 2))
        let wanted = try Nickname("Ian")
        try await expect(
          "the renaming",
          toThrow: { $0 as? NicknameError == .resembles(wanted, holder: holder) },
          { try await store.rename(.active, to: wanted, at: Sample.context(9)) }
        )
        // Both spellings still select the account.
        let again = try await store.signIn(try Sample.request("Ian", 3))
        try expect("the account", again.active.account.id, is: Sample.accountID(2))
      },
      Law("An account may take a nickname that looks like its own", .hasChosenTimesAndIDs) {
        place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("paypal", 1))
        let renamed = try await store.rename(
          .active,
          to: try Nickname("paypa1"),
          at: Sample.context(9)
        )
        try expect("the nickname", renamed.after.account.nickname.text, is: "paypa1")
        let claimed = try await store.assign(
          try Nickname("раураl"),
          to: Sample.accountID(1),
          at: Sample.context(9)
        )
        try expect("the nickname", claimed.nickname.text, is: "раураl")
      },
      Law("Look-alikes of a nickname are free as soon as it is given up") { place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("paypal", 1))
        _ = try await store.rename(.active, to: try Nickname("mina"), at: Sample.context(9))
        let second = try await store.signIn(try Sample.request("paypaI", 2))
        try expect("a new account", second.isNewAccount, is: true)
      },
      Law("Of 100 concurrent claims on nicknames that look the same, one succeeds", .seesEverything)
      { place in
        let store = try await place.open()
        let names = ["wallll", "walll1", "wall11", "wal111", "wa1111", "waIIII", "wallIl"]
        let outcomes = try await inParallel { number in
          do throws(NicknameError) {
            return Result<Account, NicknameError>.success(
              try await store.assign(
                try Sample.nickname(names[number % names.count]),
                to: Sample.accountID(number),
                at: Sample.context()
              )
            )
          } catch {
            return .failure(error)
          }
        }
        let winners = outcomes.compactMap { try? $0.get() }
        try expect("winners", winners.count, is: 1)
        try expect("accounts", try await store.accounts(), is: winners)
      },
    ]
  }
}
