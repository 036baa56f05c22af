import MonikerDomain
import MonikerDoubles
import MonikerModel

extension LinkScene {
  /// The recovery key that ``withTwoDevices(_:)`` sets.
  fileprivate static let key = digest(700)

  /// A scene whose account has a recovery key and is signed in on both devices.
  fileprivate static func withTwoDevices(_ place: StorePlace) async throws -> LinkScene {
    let scene = try await LinkScene(place)
    _ = try await scene.store.signIn(try Sample.request("a", 2, on: 3))
    try await scene.store.setRecoveryKey(key, of: scene.account.id, at: scene.context(on: 2))
    return scene
  }

  /// Begins a link of the asking device for a purpose, with codes of a number.
  fileprivate func begin(for purpose: LinkPurpose, _ number: Int = 0, at offset: Int64 = 1)
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
    at offset: Int64 = 2
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
      at: context(3, on: 3)
    )
  }

  /// Removes an account on the asking device.
  fileprivate func remove(_ proof: SignInProof, on device: Int = 3) async throws -> AccountRemoval?
  {
    try await store.remove(account.id, proof: proof, at: context(3, on: device))
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
          let shown = try await scene.store.link(userCode: code, at: scene.context(2, on: 2))
          try expect("shown elsewhere", shown.purpose, is: purpose)
          try await scene.decide(scene.account.id, number)
          try await scene.expectRefusal("redeeming it", .noSuchLink) {
            try await scene.redeem(LinkScene.digest(1_000 + number))
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
        try await scene.store.setRecoveryKey(nil, of: scene.account.id, at: scene.context(7, on: 3))
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
