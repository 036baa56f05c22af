import MonikerDomain

extension Contract {
  /// The laws about nicknames that an earlier version of the rules let through.
  static var lapsed: [Law] {
    [
      Law("No nickname of today has lapsed") { place in
        let store = try await place.open()
        try expect("lapsed", try await store.lapsedNicknames(limit: 9), is: [])
        for (number, name) in ["!", "#", "'", "\"", "mina", "🏠"].enumerated() {
          _ = try await store.signIn(try Sample.request(name, number))
        }
        try expect("lapsed", try await store.lapsedNicknames(limit: 9), is: [])
      },
      Law("A lapsed nickname leads to its account by exactly its spelling, before any key") {
        place in
        let store = try await place.open()
        let names = ["ﬁona", "\u{FE0F}a", "\u{301}b\u{200D}", "a\u{AD}b", "\u{200D}"]
        var accounts: [Account] = []
        for (number, name) in names.enumerated() {
          let request = Sample.request(try Sample.lapsedNickname(name), number)
          accounts.append(try await store.signIn(request).active.account)
        }
        let fiona = try await store.signIn(try Sample.request("fiona", 9)).active.account
        for (number, name) in names.enumerated() {
          let signIn = try await store.signIn(try Sample.typedRequest(" \(name)\n", 20 + number))
          try expect("the account for \(name)", signIn.active.account, is: accounts[number])
        }
        for (number, name) in ["fiona", "FIONA", "ﬁONA"].enumerated() {
          let signIn = try await store.signIn(try Sample.typedRequest(name, 30 + number))
          try expect("the account for \(name)", signIn.active.account, is: fiona)
        }
      },
      Law("A text that is refused signs in whoever has it, and makes no account") { place in
        let store = try await place.open()
        let policy = try NicknamePolicy(reserving: ["root"])
        for (number, name) in ["a\u{AD}b", "ROOT", "👩\u{200D}👧"].enumerated() {
          let before = try await Observation(store)
          let request = try Sample.typedRequest(name, 10 + number, under: policy)
          guard case .failure(let rejection) = request.claim else {
            throw LawBroken("\(name) should be refused")
          }
          try await expect(
            "the sign-in",
            toThrow: { $0 as? NicknameError == .rejected(rejection) },
            { try await store.signIn(request) }
          )
          try expect("the store", try await Observation(store), is: before)
          let nickname = try (try? Nickname(name)) ?? Sample.lapsedNickname(name)
          let holder = try await store.signIn(Sample.request(nickname, number)).active.account
          let again = try await store.signIn(request)
          try expect("the account", again.active.account, is: holder)
          try expect("a new account", again.isNewAccount, is: false)
        }
      },
      Law("Nobody else gets the spelling of a lapsed nickname, and its account gets it again") {
        place in
        let store = try await place.open()
        let lapsed = Sample.request(try Sample.lapsedNickname("ΣΑΣ"), 1)
        let holder = try await store.signIn(lapsed).active.account
        let wanted = try Nickname("ΣΑΣ")
        let before = try await Observation(store)
        try await expect(
          "the claim",
          toThrow: { $0 as? NicknameError == .taken(wanted, holder: holder) },
          { try await store.claim(wanted, for: Sample.accountID(2), at: Sample.occasion(9)) }
        )
        try expect("the store", try await Observation(store), is: before)
        let other = try await store.signIn(try Sample.request("σας", 2)).active.account
        // Nothing changes while another has the claim.
        let kept = try await store.claim(wanted, for: holder.id, at: Sample.occasion(9))
        try expect("the account", kept, is: holder)
        _ = try await store.claim(try Nickname("mina"), for: other.id, at: Sample.occasion(9))
        let regained = try await store.claim(wanted, for: holder.id, at: Sample.occasion(9))
        try expect("the nickname", regained.nickname, is: wanted)
        try expect("lapsed", try await store.lapsedNicknames(limit: 9), is: [])
      },
      Law("Lapsed nicknames are listed with their reasons, in order, up to the limit") { place in
        let store = try await place.open()
        var accounts: [Account] = []
        for (number, name) in ["ΣΑΣ", "pa\u{AD}", "paypa1", "\u{FE0F}x", "mina"].enumerated() {
          let request = Sample.request(try Sample.lapsedNickname(name), number)
          accounts.append(try await store.signIn(request).active.account)
        }
        let sigma = try await store.signIn(try Sample.request("σας", 8)).active.account
        let paypal = try await store.signIn(try Sample.request("paypal", 9)).active.account
        let expected = try accounts.map { account in
          switch account.nickname.text {
          case "ΣΑΣ": LapsedNickname(account: account, reason: .sameClaim(as: sigma))
          case "paypa1": LapsedNickname(account: account, reason: .resembles(paypal))
          case "mina": LapsedNickname(account: account, reason: .claimable)
          case let text:
            LapsedNickname(account: account, reason: .notAllowed(try rejection(of: text)))
          }
        }
        for limit in [0, 1, 3, 5, .max] {
          let found = try await store.lapsedNicknames(limit: limit)
          try expect("lapsed, up to \(limit)", found, is: Array(expected.prefix(limit)))
        }
      },
    ]
  }

  private static func rejection(of text: String) throws -> NicknameRejection.Reason {
    do {
      _ = try Nickname(text)
    } catch {
      return error.reason
    }
    throw LawBroken("\(text) should be refused")
  }
}
