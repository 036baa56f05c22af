import MonikerDomain
import MonikerDoubles
import MonikerModel

extension LinkScene {
  /// The recovery key that ``withTwoDevices(_:)`` sets.
  fileprivate static let key = digest(700)

  /// When the sessions that began at 0 are old enough to approve.
  fileprivate static let day = Link.minimumSessionAge.wholeMilliseconds

  /// A scene whose account has a recovery key and is signed in on both devices, since 0.
  fileprivate static func withTwoDevices(_ place: StorePlace) async throws -> LinkScene {
    let scene = try await LinkScene(place)
    _ = try await scene.store.signIn(try Sample.request("a", 2, on: 3))
    try await scene.store.setRecoveryKey(key, of: scene.account.id, at: scene.context(on: 2))
    return scene
  }

  /// Begins a link of the asking device for a purpose, with codes of a number.
  fileprivate func begin(for purpose: LinkPurpose, _ number: Int = 0, at offset: Int64 = day)
    async throws
  {
    let link = try await store.beginLink(
      for: purpose,
      deviceCode: Self.digest(1_000 + number),
      userCode: Self.digest(2_000 + number),
      at: context(offset, on: 3)
    )
    try expect("its purpose", link.purpose, is: purpose)
  }

  fileprivate func decide(
    _ account: AccountID?,
    _ number: Int = 0,
    on device: Int = 2,
    at offset: Int64 = day
  ) async throws {
    try await store.decide(
      for: account,
      userCode: Self.digest(2_000 + number),
      at: context(offset, on: device)
    )
  }

  /// Replaces the recovery key on the asking device by a link.
  fileprivate func replaceKey(_ number: Int = 0, by new: Int) async throws {
    try await store.setRecoveryKey(
      Self.digest(new),
      of: account.id,
      proof: .link(Self.digest(1_000 + number)),
      at: context(Self.day + 3, on: 3)
    )
  }

  /// Removes an account on the asking device.
  fileprivate func remove(_ proof: SignInProof, on device: Int = 3) async throws -> AccountRemoval?
  {
    try await store.remove(account.id, proof: proof, at: context(Self.day + 3, on: device))
  }

  fileprivate func expectRemovalRefused(_ what: String, _ proof: SignInProof) async throws {
    try await expect(
      what,
      toThrow: { $0 as? AccountError == .proofDemanded(account) },
      { try await remove(proof) }
    )
    let kept = try await store.account(account.id, in: .device(approver.id))
    try expect("the account", kept, is: account)
  }
}

extension Contract {
  /// The laws about what an open session does not allow: it needs the recovery key or a second device.
  static var approvals: [Law] {
    [
      Law(
        "A link for another purpose is decided on another device, and signs nobody in",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene.withTwoDevices(place)
        for (number, purpose) in [LinkPurpose.recoveryKey, .removal].enumerated() {
          try await scene.begin(for: purpose, number)
          let code = LinkScene.digest(2_000 + number)
          for account in [scene.account.id, nil] {
            try await scene.expectRefusal("deciding it itself", .noSuchLink) {
              try await scene.decide(account, number, on: 3)
            }
          }
          let shown = try await scene.store.link(
            userCode: code,
            at: scene.context(LinkScene.day, on: 2)
          )
          try expect("shown elsewhere", shown.purpose, is: purpose)
          try await scene.decide(scene.account.id, number)
          try await scene.expectRefusal("redeeming it", .noSuchLink) {
            try await scene.redeem(LinkScene.digest(1_000 + number), LinkScene.day + 1)
          }
        }
      },
      Law(
        "A link proves what it was approved for, for its account, once",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene.withTwoDevices(place)
        let other = try await scene.store.signIn(try Sample.request("b", 3, on: 2)).active.account
        _ = try await scene.store.signIn(try Sample.request("b", 4, on: 3))
        func refuse(_ what: String, _ number: Int) async throws {
          try await scene.expectRefusal(what, .proofDemanded) {
            try await scene.replaceKey(number, by: 900)
          }
          let isKept = try await scene.store.isRecoveryKey(LinkScene.key, of: scene.account.id)
          try expect("the key", isKept, is: true)
        }
        try await scene.begin(for: .recoveryKey)
        try await refuse("undecided", 0)
        try await scene.decide(nil)
        try await refuse("denied", 0)
        for (number, purpose) in [(1, LinkPurpose.removal), (2, .signIn)] {
          try await scene.begin(for: purpose, number)
          try await scene.decide(scene.account.id, number)
          try await refuse("for \(purpose)", number)
        }
        try await scene.begin(for: .recoveryKey, 3)
        try await scene.decide(other.id, 3)
        try await refuse("for another account", 3)
        try await scene.expectRemovalRefused("for a recovery key", .link(LinkScene.digest(1_003)))
        try await scene.begin(for: .recoveryKey, 4)
        try await scene.decide(scene.account.id, 4)
        try await scene.replaceKey(4, by: 800)
        let isKey = try await scene.store.isRecoveryKey(LinkScene.digest(800), of: scene.account.id)
        try expect("the new key", isKey, is: true)
        try await scene.expectRefusal("again", .proofDemanded) {
          try await scene.replaceKey(4, by: 900)
        }
        try await scene.begin(for: .removal, 5)
        try await scene.decide(scene.account.id, 5)
        let removal = try await scene.remove(.link(LinkScene.digest(1_005)))
        try expect("the removed account", removal?.account, is: scene.account)
      },
      Law(
        "A link for another purpose is approved between two sessions of a day",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let day = LinkScene.day
        let scene = try await LinkScene(place)
        let account = scene.account.id
        _ = try await LinkScene.register(4, at: scene.store)
        _ = try await scene.store.signIn(try Sample.request("a", 3, at: day / 2, on: 4))
        try await scene.store.setRecoveryKey(
          LinkScene.key,
          of: account,
          at: scene.context(day / 2, on: 2)
        )
        func refuse(_ what: String, on device: Int, at offset: Int64, until end: Int64) async throws
        {
          // More often than a wrong code may be given.
          for _ in 0...Link.maximumWrongCodes {
            let refusal = CredentialError.sessionsTooNew(until: Sample.time(end))
            try await scene.expectRefusal(what, refusal) {
              try await scene.decide(account, on: device, at: offset)
            }
          }
        }
        try await scene.begin(for: .recoveryKey, at: day)
        try await refuse("not signed in on the asking device", on: 2, at: day, until: 2 * day)
        _ = try await scene.store.signIn(try Sample.request("a", 4, at: day + 1, on: 3))
        try await refuse("the asker is new", on: 2, at: day + 2, until: 2 * day + 1)
        try await scene.begin(for: .recoveryKey, at: 2 * day)
        try await refuse("still", on: 2, at: 2 * day, until: 2 * day + 1)
        let state = try await scene.store.linkState(
          deviceCode: LinkScene.deviceCode,
          on: scene.asker.id,
          at: Sample.time(2 * day)
        )
        try expect("the link", state, is: .pending)
        try await scene.decide(account, at: 2 * day + 1)
        try await scene.store.setRecoveryKey(
          LinkScene.digest(800),
          of: account,
          proof: .link(LinkScene.deviceCode),
          at: scene.context(2 * day + 2, on: 3)
        )
        // Device 2 asks now, which is old enough, and a device approves that was let in later.
        _ = try await scene.store.end(.active, at: scene.context(2 * day, on: 4), naming: 1)
        _ = try await scene.store.signIn(try Sample.request("a", 5, at: 2 * day, on: 4))
        _ = try await scene.store.beginLink(
          for: .removal,
          deviceCode: LinkScene.deviceCode,
          userCode: LinkScene.userCode,
          at: scene.context(3 * day - 1, on: 2)
        )
        try await refuse("the approver is new", on: 4, at: 3 * day - 1, until: 3 * day)
        // Anybody may deny it, and let a device in.
        try await scene.decide(nil, on: 4, at: 3 * day - 1)
        _ = try await LinkScene.register(5, at: scene.store)
        try await scene.begin(3 * day - 1, on: 5, 1)
        try await scene.decide(account, 1, on: 4, at: 3 * day - 1)
      },
      Law(
        "An account with a recovery key is removed by a proof alone",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene.withTwoDevices(place)
        for proof in [
          SignInProof.notGiven, .recoveryKey(LinkScene.digest(1)), .link(LinkScene.digest(1)),
        ] {
          try await scene.expectRemovalRefused("\(proof)", proof)
        }
        let removal = try await scene.remove(.recoveryKey(LinkScene.key))
        try expect("the removed account", removal?.account, is: scene.account)
        // Without a key, there is nothing to prove.
        let free = try await scene.store.signIn(try Sample.request("c", 4, on: 3)).active.account
        let second = try await scene.store.remove(
          free.id,
          proof: .notGiven,
          at: scene.context(4, on: 3)
        )
        try expect("without a key", second?.account, is: free)
      },
      Law(
        "Each replacement of a recovery key is told, with the session on its device",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene.withTwoDevices(place)
        try await scene.store.setRecoveryKey(
          LinkScene.digest(9),
          of: scene.account.id,
          at: scene.context(7, on: 3)
        )
        let events = try await scene.store.events(limit: 2)
        try expect(
          "the kinds",
          events.map(\.kind),
          is: [.recoveryKeyReplaced, .recoveryKeyReplaced]
        )
        try expect(
          "the sessions",
          events.map(\.sessionID),
          is: [Sample.sessionID(1), Sample.sessionID(2)]
        )
        try expect("the devices", events.map(\.deviceID), is: [scene.approver.id, scene.asker.id])
        try expect("the time", events.last?.time, is: Sample.time(7))
      },
    ]
  }
}
