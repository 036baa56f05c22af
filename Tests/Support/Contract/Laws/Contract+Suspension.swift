import MonikerDomain
import MonikerDoubles
import MonikerModel

extension LinkScene {
  /// The context of the operator.
  fileprivate func everything(_ offset: Int64) -> ChangeContext {
    Sample.context(offset, in: .everything(on: .local))
  }

  fileprivate func suspend(_ offset: Int64) async throws -> [SessionEntry] {
    try await TestTime.during(Sample.time(offset)) {
      try await store.suspend(account.id, in: everything(offset).request)
    }
  }

  fileprivate func resume(_ offset: Int64) async throws {
    try await TestTime.during(Sample.time(offset)) {
      try await store.resume(account.id, in: everything(offset).request)
    }
  }

  fileprivate func expectSuspended(_ offset: Int64, _ proof: SignInProof = .notDemanded)
    async throws
  {
    try await expect(
      "signing in",
      toThrow: { $0 as? NicknameError == .suspended(account) },
      { try await signIn(9, at: offset, proof: proof) }
    )
  }

  @discardableResult
  fileprivate func signIn(
    _ number: Int,
    as nickname: String = "a",
    at offset: Int64,
    on device: Int = 3,
    proof: SignInProof = .notDemanded,
    quota: SignUpQuota? = nil
  ) async throws -> SignIn {
    try await store.signIn(
      SignInChange(
        nickname: try Nickname(nickname),
        newAccountID: Sample.accountID(number),
        newSessionID: Sample.sessionID(number),
        proof: proof,
        quota: quota,
        at: context(offset, on: device)
      )
    )
  }

  fileprivate func unused(createdBefore end: Int64, at offset: Int64) async throws -> [String] {
    try await TestTime.during(Sample.time(offset)) {
      try await store.unusedAccounts(
        createdBefore: Sample.time(end),
        in: .everything(on: .local)
      ).map(\.nickname.text)
    }
  }
}

extension Contract {
  /// The laws about suspended accounts, about what nobody uses, and about new accounts from a network.
  static var suspension: [Law] {
    [
      Law(
        "A suspended account has no open session, and gets none",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        try await scene.signIn(2, at: 1)
        let other = try await scene.signIn(3, as: "b", at: 1).active
        let ended = try await scene.suspend(2)
        try expect("the ended sessions", ended.map(\.holder.session.id.low), is: [1, 2])
        let reasons = ended.map(\.holder.session.ending)
        try expect("their ends", reasons.map { $0?.reason }, is: [.revoked, .revoked])
        try await scene.expectSuspended(3)
        let active = try await scene.store.session(of: .active, on: scene.approver.id).active
        try expect("its session", active?.session.ending?.time, is: Sample.time(2))
        let kept = try await scene.store.session(of: .active, on: scene.asker.id).active
        try expect("another account", kept, is: other)
        let kinds = try await scene.store.events(limit: 3).map(\.kind)
        try expect("the events", kinds, is: [.revoked, .revoked, .suspended])
        let entries = try await scene.store.accounts()
        let times = entries.map { $0.id == scene.account.id }
        try expect("the accounts", times, is: [true, false])
        let again = try await scene.suspend(4)
        try expect("suspending it again", again, is: [])
        try await scene.resume(5)
        try await scene.resume(6)
        let last = try await scene.store.events(limit: 1).map(\.kind)
        try expect("the last event", last, is: [.resumed])
        let signIn = try await scene.signIn(9, at: 7)
        try expect("signed in again", signIn.active.account, is: scene.account)
      },
      Law(
        "A list of accounts says since when an account is suspended",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        _ = try await scene.suspend(2)
        func times() async throws -> [Timestamp?] {
          try await scene.store.accounts(PageRequest(limit: 9), in: .test).entries.map(
            \.suspendedAt
          )
        }
        try expect("then", try await times(), is: [Sample.time(2)])
        try await scene.resume(3)
        try expect("after its end", try await times(), is: [nil])
      },
      Law(
        "A suspended account is not told from any other without a proof",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let key = LinkScene.digest(700)
        try await scene.store.setRecoveryKey(key, of: scene.account.id, at: scene.everything(1))
        _ = try await scene.suspend(2)
        for proof in [SignInProof.notGiven, .recoveryKey(LinkScene.digest(1))] {
          try await expect(
            "\(proof)",
            toThrow: { $0 as? NicknameError == .proofDemanded(scene.account) },
            { try await scene.signIn(9, at: 3, proof: proof) }
          )
        }
        try await scene.expectSuspended(3, .recoveryKey(key))
      },
      Law(
        "Links and identity tokens of a suspended account are void",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        try await scene.begin()
        try await scene.approve()
        let secret = LinkScene.digest(800)
        _ = try await scene.store.issue(
          IdentityTokenIssue(for: scene.account.id, provenBy: secret),
          as: IdentityTokenID(high: 9, low: 9),
          at: scene.context(1, on: 2)
        )
        func account() async throws -> Account? {
          try await scene.store.account(identifiedBy: secret, at: Sample.time(3))
        }
        _ = try await scene.suspend(2)
        try expect("the link", try await scene.state(3), is: nil)
        try await scene.expectRefusal("redeeming it", .noSuchLink) {
          try await scene.redeem(LinkScene.deviceCode, 3)
        }
        try expect("the token", try await account(), is: nil)
        try await scene.resume(4)
        try expect("the token after that", try await account(), is: scene.account)
        try expect("the link after that", try await scene.state(5), is: nil)
        try await scene.expectRefusal("redeeming it after that", .noSuchLink) {
          try await scene.redeem(LinkScene.deviceCode, 5)
        }
      },
      Law(
        "Only who sees everything suspends, and only an account that exists",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        for (id, context) in [
          (scene.account.id, scene.context(1, on: 2)), (Sample.accountID(99), scene.everything(1)),
        ] {
          let refusal = AccountError.noSuchAccount(id.description)
          try await expect(
            "suspending",
            toThrow: { $0 as? AccountError == refusal },
            { try await scene.store.suspend(id, in: context.request) }
          )
          try await expect(
            "resuming",
            toThrow: { $0 as? AccountError == refusal },
            { try await scene.store.resume(id, in: context.request) }
          )
        }
        let own = try await scene.store.session(of: .active, on: scene.approver.id).active
        try expect("the session", own?.session.ending, is: nil)
        let unused = try await scene.store.unusedAccounts(
          createdBefore: Sample.time(1 << 40),
          in: .device(scene.approver.id)
        )
        try expect("the unused accounts", unused, is: [])
      },
      Law(
        "Suspensions are kept in the contents, and when the store is opened again",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials,
        .isWhole,
        .isDurable
      ) { place in
        let scene = try await LinkScene(place)
        _ = try await scene.suspend(2)
        var again = try await place.open()
        for case .account(_, _, _, let suspendedAt) in try await again.contents().all() {
          try expect("the contents", suspendedAt, is: Sample.time(2))
        }
        again = try await place.open()
        let change = try Sample.request("a", 9, on: 3)
        try await expect(
          "after opening it",
          toThrow: { $0 as? NicknameError == .suspended(scene.account) },
          { try await again.signIn(change) }
        )
      },
      Law(
        "An account is unused if nobody has used it since the day of its creation",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let day = Account.trial.wholeMilliseconds
        func sliding(
          _ nickname: String,
          _ number: Int,
          for days: Int64 = 10,
          on device: Int? = nil
        ) async throws {
          let change = SignInChange(
            nickname: try Nickname(nickname),
            newAccountID: Sample.accountID(number),
            newSessionID: Sample.sessionID(number),
            on: Sample.terms(days * day, true, nil),
            at: scene.context(0, on: device ?? number)
          )
          _ = try await scene.store.signIn(change)
        }
        // Each on a device of its own; the devices 4 and 6 have used their tokens.
        for number in 4...9 { _ = try await LinkScene.register(number, at: scene.store) }
        for number in [4, 6] { try await scene.store.confirmToken(LinkScene.digest(number)) }
        try await scene.signIn(4, as: "token used", at: 0, on: 4)
        try await scene.signIn(5, as: "token unused", at: 0, on: 5)
        try await sliding("slides", 6)
        try await sliding("seen", 7)
        _ = try await scene.store.renew(.active, at: scene.context(day, on: 7))
        try await scene.signIn(8, as: "signed out", at: 0, on: 8)
        _ = try await scene.store.end(.active, at: scene.context(day, on: 8), naming: 0)
        try await scene.signIn(9, as: "signed in", at: 0, on: 9)
        _ = try await scene.store.end(.active, at: scene.context(1, on: 9), naming: 0)
        try await scene.signIn(19, as: "signed in", at: day, on: 9)
        _ = try await scene.store.assign(
          try Nickname("never"),
          to: Sample.accountID(10),
          at: scene.everything(5)
        )
        for (number, nickname) in [(11, "identified"), (12, "identified once")] {
          let account = try await scene.signIn(number, as: nickname, at: 0, on: 5).active.account
          let issue = IdentityTokenIssue(
            for: account.id,
            provenBy: LinkScene.digest(100 + number),
            lifetime: number == 11 ? nil : .milliseconds(day - 1)
          )
          let id = IdentityTokenID(high: 9, low: UInt64(number))
          _ = try await scene.store.issue(issue, as: id, at: scene.context(0, on: 5))
        }
        // A use of it within half a year is not recorded.
        try await sliding("slides for years", 13, for: 3650, on: 6)
        try await sliding("token unused, either", 14, for: 3650, on: 5)
        try await scene.signIn(15, as: "unnamed", at: 0, on: 5)
        _ = try await scene.store.assign(
          try Nickname("renamed"),
          to: Sample.accountID(15),
          at: scene.everything(day)
        )
        let found = try await scene.unused(createdBefore: 6, at: 2 * day)
        let names = [
          "a", "token unused", "slides", "never", "identified once", "token unused, either",
        ]
        try expect("unused", found, is: names)
        let older = try await scene.unused(createdBefore: 5, at: 2 * day)
        try expect("the older ones", older, is: names.filter { $0 != "never" })
      },
      Law(
        "An account counts as used if the history limit has removed events of it",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials,
        .isWhole
      ) { place in
        let scene = try await LinkScene(place)
        try await scene.signIn(2, as: "b", at: 0)
        try await scene.store.set(StoreSettings(historyLimit: 2))
        _ = try await scene.store.end(.active, at: scene.context(1, on: 2), naming: 0)
        let day = Account.trial.wholeMilliseconds
        let found = try await scene.unused(createdBefore: 5, at: 2 * day)
        try expect("unused", found, is: ["b"])
      },
      Law(
        "Devices on which nobody was signed in are forgotten, and no others",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let late = try await TestTime.during(Sample.time(9)) {
          try await scene.store.register(
            DeviceRegistration(label: "late", provenBy: LinkScene.digest(50)),
            as: Sample.deviceID(5),
            at: Sample.time(9)
          )
        }
        try await scene.begin()
        let others = [Sample.deviceID(4), scene.approver.id, late.id]
        let all = others + [scene.asker.id]
        func forget(_ ids: [DeviceID], _ context: ChangeContext) async throws -> Int {
          try await TestTime.during(context.time) {
            try await scene.store.forgetUnused(
              ids,
              registeredBefore: Sample.time(9),
              in: context.request
            )
          }
        }
        try expect("by a device", try await forget(all, scene.context(9, on: 2)), is: 0)
        try expect("not named", try await forget(others, scene.everything(9)), is: 0)
        try expect("how many", try await forget(all, scene.everything(9)), is: 1)
        let kept = try await scene.store.devices(in: .test)
        try expect("the devices", kept.map(\.id), is: [scene.approver.id, late.id])
        try expect("its link", try await scene.state(2), is: nil)
        _ = try await scene.store.end(.active, at: scene.context(10, on: 2), naming: 0)
        try expect("after a sign-out", try await forget(all, scene.everything(11)), is: 0)
      },
      Law(
        "A network adds no more accounts than its quota within a day",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let day = SignUpQuota.period.wholeMilliseconds
        func signUp(_ number: Int, _ network: String = "net", at offset: Int64) async throws {
          try await scene.signIn(
            number,
            as: "name\(number)",
            at: offset,
            quota: SignUpQuota(network: network, limit: 2)
          )
        }
        func refuse(_ number: Int, at offset: Int64, until end: Int64) async throws {
          try await expect(
            "account \(number)",
            toThrow: { $0 as? NicknameError == .tooManyAccounts(until: Sample.time(end)) },
            { try await signUp(number, at: offset) }
          )
          let refusal = try await TestTime.during(Sample.time(offset)) {
            try await scene.store.refusal(by: SignUpQuota(network: "net", limit: 2))
          }
          try expect("until when", refusal, is: Sample.time(end))
          let holder = try await scene.store.account(
            holding: try Sample.reference(to: "name\(number)"),
            in: .test
          )
          try expect("the refused account", holder, is: nil)
        }
        try await signUp(10, at: 5)
        // Signing in again adds none.
        try await signUp(10, at: 6)
        try await signUp(11, at: 6)
        try await refuse(12, at: 7, until: day + 5)
        // Signing in to an account that is there is no new account, and another network has its own.
        try await signUp(11, at: 8)
        try await signUp(12, "other", at: 8)
        try await refuse(13, at: day + 4, until: day + 5)
        try await signUp(13, at: day + 5)
        try await signUp(14, at: day + 6)
        try await refuse(15, at: day + 7, until: 2 * day + 5)
        let other = try await TestTime.during(Sample.time(day + 7)) {
          try await scene.store.refusal(by: SignUpQuota(network: "other", limit: 2))
        }
        try expect("the other network", other, is: nil)
        // After a wrong clock, nobody is refused for years.
        try await signUp(15, at: 5)
      },
    ]
  }
}
