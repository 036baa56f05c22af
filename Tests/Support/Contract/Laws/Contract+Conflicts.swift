import MonikerDomain
import MonikerDoubles
import MonikerModel

extension Contract {
  /// The laws about asking whether a nickname could be claimed.
  static var conflicts: [Law] {
    [
      Law(
        "Asking for a nickname gives what a claim would be refused with, and changes nothing",
        .isDirect
      ) { place in
        let store = try await place.openPersonal()
        let paypal = try await store.signIn(try Sample.request("paypal", 1)).active.account
        let lan = try await store.signIn(try Sample.request("lan", 2)).active.account
        let mina = try await store.signIn(try Sample.request("mina", 3)).active.account
        let before = try await Observation(store)
        let expected: [(String, Account?, NicknameConflict?)] = [
          ("PayPal", nil, .taken(by: paypal)), ("PayPal", mina, .taken(by: paypal)),
          ("PayPal", paypal, nil), ("paypa1", paypal, nil), ("paypa1", mina, .resembles(paypal)),
          ("paypa1", nil, .resembles(paypal)), ("Ian", nil, .resembles(lan)), ("Ian", lan, nil),
          ("mina", mina, nil), ("free", mina, nil), ("free", nil, nil),
        ]
        for (name, account, conflict) in expected {
          try expect(
            "\(name) for \(account.map { "\($0.nickname)" } ?? "a new account")",
            try await store.conflict(of: try Nickname(name), for: account?.id, in: .test),
            is: conflict
          )
        }
        try expect("the store", try await Observation(store), is: before)
      },
      Law("A claim decides as was told before it", .isDirect) { place in
        let store = try await place.openPersonal()
        var accounts: [AccountID] = []
        for (number, name) in ["paypal", "lan", "mina", "modern", "hong"].enumerated() {
          let signIn = try await store.signIn(try Sample.request(name, number))
          accounts.append(signIn.active.account.id)
        }
        let names = [
          "PAYPAL", "paypaI", "раypаl", "Ian", "іan", "lan", "Mina", "rnina", "modem", "modern",
          "free", "Free",
        ]
        for (number, name) in (names + names.reversed() + names).enumerated() {
          // Each nickname meets each account, and a new one now and then.
          for account in [number % 5, (number + 2) % 5] {
            try await expectAgreement(on: name, for: accounts[account], at: store)
          }
          if number.isMultiple(of: 6) {
            try await expectAgreement(on: name, for: nil, at: store)
          }
        }
      },
      Law(
        "A nickname that rests is in conflict for all but its last holder, until it is free",
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await place.open()
        try await store.change(StoreSettingsChange(nicknameRest: .milliseconds(10)))
        for (number, name) in [(1, "mina"), (2, "other")] {
          _ = try await store.signIn(try Sample.request(name, number, at: Sample.time(0)))
        }
        let (own, other) = (Sample.accountID(1), Sample.accountID(2))
        _ = try await store.assign(try Nickname("hong"), to: own, at: Sample.context(5))
        for name in ["Mina", "m\u{0456}na"] {
          for (offset, account, conflict) in [
            (5, nil, .resting(until: Sample.time(15))),
            (14, other, .resting(until: Sample.time(15))), (14, own, nil), (15, other, nil),
            (15, nil, nil),
          ] as [(Int64, AccountID?, NicknameConflict?)] {
            let context = Sample.context(offset)
            try expect(
              "\(name) at \(offset)",
              try await store.conflict(of: try Nickname(name), for: account, at: context),
              is: conflict
            )
          }
        }
        // The rest does not end by asking.
        for (offset, account) in [(14, other), (14, own), (14, other)] as [(Int64, AccountID)] {
          try await expectAgreement(on: "MINA", for: account, at: store, offset)
        }
      },
      Law(
        "Asking for a nickname is refused for an account outside the scope",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await place.open()
        let a = try await store.signIn(try Sample.request("a", 1, for: 9, on: 2)).active.account
        let b = try await store.signIn(try Sample.request("b", 2, on: 3)).active.account
        func isRefused(
          _ account: AccountID,
          _ scope: StoreScope,
          at offset: Int64 = 0
        ) async throws -> Bool {
          do {
            let context = Sample.context(offset, in: scope)
            _ = try await store.conflict(of: try Nickname("c"), for: account, at: context)
            return false
          } catch NicknameError.notSignedIn {
            return true
          }
        }
        let view = StoreScope.device(Sample.deviceID(2))
        try expect("its own", try await isRefused(a.id, view), is: false)
        try expect("another device's", try await isRefused(b.id, view), is: true)
        try expect("its own once it has expired", try await isRefused(a.id, view, at: 9), is: true)
        try expect("any", try await isRefused(a.id, .test, at: 9), is: false)
        try expect("an unknown one", try await isRefused(Sample.accountID(9), .test), is: true)
        let held = try await store.conflict(of: try Nickname("B"), for: nil, in: view)
        try expect("a nickname of another device", held, is: .taken(by: b))
      },
    ]
  }

  /// Asks for a nickname, claims it, and compares the answers.
  private static func expectAgreement(
    on name: String,
    for account: AccountID?,
    at store: any PersonalStore,
    _ offset: Int64 = 0
  ) async throws {
    let nickname = try Nickname(name)
    let context = Sample.context(offset)
    let told = try await store.conflict(of: nickname, for: account, at: context)
    let refusal: NicknameError? = try await TestTime.during(context.time) {
      do throws(NicknameError) {
        _ = try await store.assign(nickname, to: account, in: context.request)
        return nil
      } catch {
        return error
      }
    }
    try expect(
      "the refusal of \(name) for \(account?.description ?? "a new account")",
      refusal,
      is: told?.error(for: nickname)
    )
  }
}
