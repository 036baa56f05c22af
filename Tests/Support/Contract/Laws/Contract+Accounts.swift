import MonikerDomain
import MonikerDoubles

extension Contract {
  static var accounts: [Law] {
    [
      Law(
        "Accounts are listed in order, each with its session and whether that is active",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        try expect("in a new store", try await store.accountList().entries, is: [])
        let first = try await store.signIn(try Sample.request("a", 1)).active
        let added = try await store.assign(
          try Nickname("b"),
          to: Sample.accountID(2),
          at: Sample.context()
        )
        let last = try await store.signIn(try Sample.request("c", 3, for: 1))
          .active
        try expect(
          "the entries",
          try await store.accountList().entries,
          is: [
            AccountEntry(
              account: first.account,
              session: first.session,
              isActive: false,
              lastSignedInAt: Sample.time()
            ),
            AccountEntry(account: added, session: nil, isActive: false, lastSignedInAt: nil),
            AccountEntry(
              account: last.account,
              session: last.session,
              isActive: true,
              lastSignedInAt: Sample.time()
            ),
          ]
        )
      },
      Law("Pages of accounts have each account once, whatever is removed between", .demandsNoProof)
      { place in
        let store = try await place.openPersonal()
        for number in 1...5 {
          _ = try await store.signIn(
            try Sample.request("a\(number)", number, at: Sample.time(Int64(number)))
          )
        }
        let first = try await store.accounts(PageRequest(limit: 2), in: .test)
        let names = first.entries.map(\.account.nickname.text)
        try expect("the first page", names, is: ["a1", "a2"])
        guard let next = first.next else { throw LawBroken("there is no second page") }
        // The last of the page is removed, and one is added.
        _ = try await store.remove(Sample.accountID(2), at: Sample.context(6))
        let second = try await store.accounts(PageRequest(at: next, limit: 2), in: .test)
        let seconds = second.entries.map(\.account.nickname.text)
        try expect("the second page", seconds, is: ["a3", "a4"])
        _ = try await store.signIn(try Sample.request("a6", 6, at: Sample.time(7)))
        guard let last = second.next else { throw LawBroken("there is no third page") }
        let third = try await store.accounts(PageRequest(at: last, limit: 2), in: .test)
        try expect("the third", third.entries.map(\.account.nickname.text), is: ["a5", "a6"])
        try expect("behind it", third.next, is: nil)
        for number in [0, -1, .min] {
          let page = try await store.accounts(PageRequest(limit: number), in: .test)
          try expect("a page of \(number)", page.entries.count, is: 1)
        }
        try await expect(
          "a cursor of another list",
          toThrow: {
            if case AccountError.store(let failure) = $0 {
              failure.reason == .unsupported
            } else {
              false
            }
          },
          { try await store.accounts(PageRequest(at: PageCursor("x")), in: .test) }
        )
      },
      Law(
        "Pages have what stays exactly once, also if times are equal or descend",
        .hasChosenTimesAndIDs,
        .demandsNoProof
      ) { place in
        let store = try await place.openPersonal()
        // The clock goes back with each session.
        for number in 1...6 {
          _ = try await store.signIn(
            try Sample.request("a\(number)", number, at: Sample.time(Int64(-number / 3 * 100)))
          )
        }
        var accounts: [String] = []
        var sessions: [String] = []
        var page = PageRequest(limit: 1)
        var open = PageRequest(limit: 1)
        for step in 1...6 {
          let found = try await store.accounts(page, in: .test)
          let list = try await store.openSessions(open, in: .test)
          accounts += found.entries.map(\.account.nickname.text)
          sessions += list.entries.map(\.account.nickname.text)
          // What was just read goes: an account with its session, or the session alone.
          if let last = list.entries.last, step.isMultiple(of: 2) {
            _ = try await store.end(
              try Sample.holder(of: last.account.nickname.text),
              at: Sample.context(),
              naming: 0
            )
          } else if let last = found.entries.last {
            _ = try await store.remove(last.account.id, at: Sample.context())
          }
          guard let next = found.next, let nextOpen = list.next else { break }
          page = PageRequest(at: next, limit: 1)
          open = PageRequest(at: nextOpen, limit: 1)
        }
        let all = (1...6).map { "a\($0)" }
        try expect("the accounts", accounts, is: all)
        try expect("the sessions", sessions, is: all)
      },
      Law("An account is found by its nickname in any spelling and by its ID, in the scope alone") {
        place in
        let store = try await place.openPersonal()
        try expect(
          "in a new store",
          try await store.account(holding: try Sample.reference(to: "a"), in: .test),
          is: nil
        )
        let account = try await store.signIn(try Sample.request("Åsa", 1, on: 1)).active.account
        _ = try await store.signIn(try Sample.request("b", 2, on: 2))
        let reference = try Sample.reference(to: "ÅSA")
        for (scope, expected) in [
          (.test, account), (.device(Sample.deviceID(1)), account),
          (.device(Sample.deviceID(2)), nil),
        ] as [(StoreScope, Account?)] {
          let found = try await store.account(holding: reference, in: scope)
          try expect("by nickname in \(scope)", found, is: expected)
          let same = try await store.account(account.id, in: scope)
          try expect("by ID in \(scope)", same, is: expected)
        }
        let unknown = try await store.account(Sample.accountID(9), in: .test)
        try expect("an unknown ID", unknown, is: nil)
        let free = try await store.account(holding: try Sample.reference(to: "c"), in: .test)
        try expect("a free nickname", free, is: nil)
      },
      Law(
        "Switching makes another open session active, and changes nothing else",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("Åsa", 1, for: 10))
        let second = try await store.signIn(try Sample.request("b", 2)).active
        for (name, before, after) in [
          ("a\u{30A}SA", second, first.active), ("åsa", first.active, first.active),
          ("b", first.active, second),
        ] {
          let activation = try await store.activate(
            .holder(of: try Sample.reference(to: name)),
            at: Sample.context(9)
          )
          try expect("to \(name)", activation, is: Activation(before: before, after: after))
          try expect("the active session", try await store.current().active, is: after)
          let open = try await store.openSessions(at: Sample.time(9), limit: 9)
          try expect("the open sessions", open, is: [first.active, second])
        }
        _ = try await store.end(.active, at: Sample.context(), naming: 0)
        let again = try await store.activate(
          .holder(of: try Sample.reference(to: "åsa")),
          at: Sample.context(9)
        )
        try expect("from nobody", again, is: Activation(before: nil, after: first.active))
      },
      Law(
        "Switching to the only other account finds it, or names all that could be meant",
        .hasChosenTimesAndIDs,
        .isDirect
      ) {
        place in
        let store = try await place.openPersonal()
        func switchToOther(at time: Int64) async throws -> Activation {
          try await store.activate(.onlyOther, at: Sample.context(time))
        }
        func expectAmbiguity(_ accounts: [Account], at time: Int64) async throws {
          try await expect(
            "switching",
            toThrow: { $0 as? AccountError == .ambiguous(accounts) },
            { try await switchToOther(at: time) }
          )
        }
        try await expectAmbiguity([], at: 1)
        _ = try await store.assign(
          try Nickname("signed-out"),
          to: Sample.accountID(9),
          at: Sample.context()
        )
        let first = try await store.signIn(try Sample.request("a", 1)).active
        try await expectAmbiguity([], at: 1)
        let second = try await store.signIn(try Sample.request("b", 2, for: 50)).active
        let activation = try await switchToOther(at: 1)
        try expect("from b", activation, is: Activation(before: second, after: first))
        let third = try await store.signIn(try Sample.request("c", 3)).active
        let before = try await Observation(store)
        try await expectAmbiguity([first.account, second.account], at: 1)
        try expect("the store", try await Observation(store), is: before)
        let last = try await switchToOther(at: 50)
        try expect("once b has expired", last, is: Activation(before: third, after: first))
      },
      Law(
        "Switching away from a session that has expired returns it as ended",
        .hasChosenTimesAndIDs,
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1)).active
        let second = try await store.signIn(
          try Sample.request("b", 2, at: Sample.time(), for: 10)
        ).active
        let activation = try await store.activate(
          .account(Sample.accountID(1)),
          at: Sample.context(20)
        )
        let before = activation.before
        try expect("the account before", before?.account, is: second.account)
        try expect("its session", before?.session.id, is: second.session.id)
        try expect("why it ended", before?.session.ending?.reason, is: .expired)
        try expect("when it ended", before?.session.ending?.time, is: second.session.expiresAt)
        try expect("after", activation.after, is: first)
      },
      Law("Switching by ID finds the account under any nickname", .hasChosenTimesAndIDs) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("a", 1)).active
        _ = try await store.signIn(try Sample.request("b", 2))
        let renamed = try await store.assign(
          try Nickname("c"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        _ = try await store.rename(.active, to: try Nickname("a"), at: Sample.context())
        let activation = try await store.activate(
          .account(Sample.accountID(1)),
          at: Sample.context()
        )
        let expected = AccountSession(account: renamed, session: first.session)
        try expect("the account", activation.after, is: expected)
        let unknown = Sample.accountID(7)
        try await expect(
          "an unknown ID",
          toThrow: { $0 as? AccountError == .noSuchAccount(unknown.description) },
          { try await store.activate(.account(unknown), at: Sample.context()) }
        )
      },
      Law(
        "Switching to an account that is not signed in is refused with the reason, and changes nothing",
        .seesEverything,
        .hasChosenTimesAndIDs
      ) {
        place in
        let store = try await place.open()
        try await expect(
          "in a new store",
          toThrow: { ($0 as? AccountError)?.isNoSuchAccount == true },
          {
            try await store.activate(
              .holder(of: try Sample.reference(to: "a")),
              at: Sample.context()
            )
          }
        )
        let added = try await store.assign(
          try Nickname("a"),
          to: Sample.accountID(1),
          at: Sample.context()
        )
        let expired = try await store.signIn(
          try Sample.request("b", 2, for: 5)
        ).active
        _ = try await store.signIn(try Sample.request("c", 3))
        let before = try await Observation(store)
        for (name, refusal) in [
          ("nobody", AccountError.noSuchAccount("nobody")), ("A", .notSignedIn(added)),
          ("b", .sessionEnded(expired.ended(5, .expired, as: nil))),
        ] {
          try await expect(
            "switching to \(name)",
            toThrow: { $0 as? AccountError == refusal },
            {
              try await store.activate(
                .holder(of: try Sample.reference(to: name)),
                at: Sample.context(5)
              )
            }
          )
        }
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "Removing an account removes it and its session, and nothing else",
        .hasChosenTimesAndIDs,
        .demandsNoProof
      ) { place in
        let store = try await place.openPersonal()
        let first = try await store.signIn(try Sample.request("Mina", 1)).active
        let second = try await store.signIn(try Sample.request("b", 2)).active
        let third = try await store.signIn(try Sample.request("c", 3)).active
        let removal = try await store.remove(Sample.accountID(1), at: Sample.context())
        try expect(
          "the removal",
          removal,
          is: AccountRemoval(account: first.account, session: first.session)
        )
        try expect("the active session", try await store.current().active, is: third)
        try expect("the accounts", try await store.accounts(), is: [second.account, third.account])
        let open = try await store.openSessions(at: Sample.time(), limit: 9)
        try expect("the open sessions", open, is: [second, third])
        _ = try await store.remove(Sample.accountID(3), at: Sample.context())
        try expect("the active session", try await store.current().active, is: nil)
        try expect("the accounts", try await store.accounts(), is: [second.account])
        let before = try await Observation(store)
        try expect(
          "nobody",
          try await store.remove(Sample.accountID(1), at: Sample.context()),
          is: nil
        )
        try expect("the store", try await Observation(store), is: before)
      },
      Law(
        "The nickname, its look-alikes and the IDs of a removed account are free again",
        .hasChosenTimesAndIDs,
        .demandsNoProof
      ) {
        place in
        let store = try await place.openPersonal()
        _ = try await store.signIn(try Sample.request("paypal", 1))
        _ = try await store.signIn(try Sample.request("b", 2))
        _ = try await store.remove(Sample.accountID(1), at: Sample.context())
        let lookalike = try await store.signIn(try Sample.request("paypa1", 1))
        try expect("a new account", lookalike.isNewAccount, is: true)
        // The account is added at the end of the order, not in the place of the removed one.
        let names = try await store.accounts().map(\.nickname.text)
        try expect("the accounts", names, is: ["b", "paypa1"])
      },
      Law(
        "Of 100 concurrent removals of one account, one removes it",
        .hasChosenTimesAndIDs,
        .demandsNoProof
      ) {
        place in
        let store = try await place.openPersonal()
        let account = try await store.signIn(try Sample.request("mina", 1)).active.account
        let outcomes = try await inParallel { _ in
          try? await store.remove(Sample.accountID(1), at: Sample.context())
        }
        try expect("what was removed", outcomes.compactMap { $0?.account }, is: [account])
      },
    ]
  }
}
