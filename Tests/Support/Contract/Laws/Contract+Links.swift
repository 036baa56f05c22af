import MonikerDomain
import MonikerDoubles
import MonikerModel

/// A shared store with two registered devices, of which the first is signed in as `a`.
struct LinkScene {
  let store: any SharedStore
  let approver: Device
  let asker: Device
  let account: Account

  init(_ place: StorePlace) async throws {
    guard let store = try await place.open() as? any SharedStore else {
      throw LawBroken("the store keeps no credentials")
    }
    self.store = store
    approver = try await Self.register(2, at: store)
    asker = try await Self.register(3, at: store)
    account = try await store.signIn(try Sample.request("a", 1, on: 2)).active.account
  }

  static func register(_ number: Int, at store: any SharedStore) async throws -> Device {
    try await store.register(
      DeviceRegistration(label: "device \(number)", provenBy: digest(number)),
      as: Sample.deviceID(number),
      at: Sample.time()
    )
  }

  static func digest(_ number: Int) -> SecretDigest {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) ^ $0 }
    guard let digest = SecretDigest(bytes: bytes) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return digest
  }

  static let deviceCode = digest(1_000)
  static let userCode = digest(2_000)

  func context(_ offset: Int64 = 0, on device: Int) -> ChangeContext {
    Sample.context(offset, in: .device(Sample.deviceID(device)))
  }

  @discardableResult
  func begin(_ offset: Int64 = 0, on device: Int = 3, _ number: Int = 0) async throws -> Link {
    try await store.beginLink(
      deviceCode: Self.digest(1_000 + number),
      userCode: Self.digest(2_000 + number),
      at: context(offset, on: device)
    )
  }

  func approve(_ offset: Int64 = 1) async throws {
    try await store.decide(
      for: account.id,
      userCode: Self.userCode,
      at: context(offset, on: 2)
    )
  }

  func state(_ offset: Int64 = 1, on device: Int = 3) async throws -> LinkState? {
    do {
      return try await store.linkState(
        deviceCode: Self.deviceCode,
        on: Sample.deviceID(device),
        at: Sample.time(offset)
      )
    } catch CredentialError.noSuchLink {
      return nil
    }
  }

  func redeem(
    _ code: SecretDigest = deviceCode,
    _ offset: Int64 = 2,
    on device: Int = 3
  ) async throws -> SignIn {
    try await store.redeem(
      deviceCode: code,
      as: Sample.sessionID(77),
      at: context(offset, on: device)
    )
  }

  func expectRefusal(
    _ what: String,
    _ expected: CredentialError,
    _ body: () async throws -> some Sendable
  ) async throws {
    try await expect(what, toThrow: { $0 as? CredentialError == expected }, body)
  }
}

extension Contract {
  /// The laws about links, by which a device that is signed in lets another one in.
  static var links: [Law] {
    [
      Law(
        "An approved link signs its device in, once",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let link = try await scene.begin()
        let expected = Link(from: scene.asker, origin: Sample.origin, startedAt: Sample.time())
        try expect("the link", link, is: expected)
        try expect("at first", try await scene.state(), is: .pending)
        let shown = try await scene.store.link(
          userCode: LinkScene.userCode,
          at: scene.context(1, on: 2)
        )
        try expect("shown to the approver", shown, is: expected)
        try await scene.approve()
        try expect("then", try await scene.state(), is: .approved)
        let signIn = try await scene.redeem()
        try expect("the account", signIn.active.account, is: scene.account)
        let session = signIn.active.session
        try expect("its device", session.deviceID, is: scene.asker.id)
        try expect("its start", session.startedAt, is: Sample.time(2))
        let active = try await scene.store.session(of: .active, on: scene.asker.id).active
        try expect("active", active, is: signIn.active)
        let kinds = try await scene.store.events(limit: 9).map(\.kind)
        try expect("the events", kinds, is: [.accountAdded, .signedIn, .signedIn])
        try await scene.expectRefusal("redeeming it again", .noSuchLink) {
          try await scene.redeem()
        }
        try expect("its state", try await scene.state(), is: nil)
      },
      Law(
        "A link is redeemed with its device code, on its device, if it is approved",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        _ = try await LinkScene.register(4, at: scene.store)
        try await scene.begin()
        try await scene.expectRefusal("too early", .linkNotApproved(.pending)) {
          try await scene.redeem()
        }
        try await scene.approve()
        for (code, device) in [
          (LinkScene.userCode, 3), (LinkScene.digest(5), 3), (LinkScene.deviceCode, 4),
          (LinkScene.deviceCode, 2),
        ] {
          try await scene.expectRefusal("on device \(device)", .noSuchLink) {
            try await scene.redeem(code, on: device)
          }
        }
        try expect("on another device", try await scene.state(on: 4), is: nil)
        _ = try await scene.redeem()
        try await scene.begin(3, on: 4)
        try await scene.store.decide(
          for: nil,
          userCode: LinkScene.userCode,
          at: scene.context(4, on: 2)
        )
        try await scene.expectRefusal("denied", .linkNotApproved(.denied)) {
          try await scene.redeem(on: 4)
        }
      },
      Law(
        "A link is void after ten minutes, and when its device begins another",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await LinkScene(place)
        let end: Int64 = 600_000
        try await scene.begin()
        try expect("until then", try await scene.state(end - 1), is: .pending)
        try expect("then", try await scene.state(end), is: nil)
        try await scene.expectRefusal("approving it", .noSuchLink) {
          try await scene.approve(end)
        }
        try await scene.begin()
        try await scene.approve()
        try await scene.expectRefusal("redeeming it", .noSuchLink) {
          try await scene.redeem(LinkScene.deviceCode, end)
        }
        try await scene.begin(2, on: 3, 1)
        try await scene.expectRefusal("redeeming the former one", .noSuchLink) {
          try await scene.redeem()
        }
        try await scene.expectRefusal("by its former user code", .noSuchLink) {
          try await scene.approve(3)
        }
      },
      Law(
        "A link is void when its device is forgotten or its account is removed",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await LinkScene(place)
        try await scene.begin()
        try await scene.approve()
        _ = try await scene.store.remove(scene.account.id, at: scene.context(1, on: 2))
        try await scene.expectRefusal("after the removal", .noSuchLink) { try await scene.redeem() }
        try await scene.begin(2)
        _ = try await scene.store.forget(scene.asker.id, at: Sample.context(3))
        try expect("after that", try await scene.state(4), is: nil)
        try await scene.expectRefusal("beginning one", .noSuchDevice(scene.asker.id)) {
          try await scene.begin(5)
        }
      },
      Law(
        "A revocation for its account, or a new recovery key, voids an approved link, and a sign-out does not",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        _ = try await LinkScene.register(4, at: scene.store)
        _ = try await scene.store.signIn(try Sample.request("a", 2, on: 4))
        func expectVoid(_ what: String, _ offset: Int64) async throws {
          try expect("the link after \(what)", try await scene.state(offset), is: nil)
          try await scene.expectRefusal("redeeming it after \(what)", .noSuchLink) {
            try await scene.redeem(LinkScene.deviceCode, offset)
          }
        }
        func others(_ offset: Int64) async throws {
          let ended = try await scene.store.endSessions(
            .others(than: .active),
            at: scene.context(offset, on: 4)
          )
          try expect("ended", ended.map(\.session.deviceID), is: [scene.approver.id])
        }
        try await scene.begin()
        try await others(1)
        try expect("one that nobody has decided", try await scene.state(2), is: .pending)
        _ = try await scene.store.signIn(try Sample.request("a", 3, on: 2))
        try await scene.approve(3)
        try await others(4)
        try await expectVoid("a revocation", 5)
        _ = try await scene.store.signIn(try Sample.request("a", 4, on: 2))
        try await scene.begin(6)
        try await scene.approve(7)
        try await scene.store.setRecoveryKey(
          LinkScene.digest(700),
          of: scene.account.id,
          at: scene.context(8, on: 4)
        )
        try await expectVoid("a new key", 9)
        try await scene.begin(10)
        try await scene.approve(11)
        _ = try await scene.store.forget(scene.approver.id, at: scene.context(12, on: 2))
        try await expectVoid("the end of the device", 13)
        try await scene.begin(14)
        try await scene.store.decide(
          for: scene.account.id,
          userCode: LinkScene.userCode,
          at: scene.context(15, on: 4)
        )
        _ = try await scene.store.end(.active, at: scene.context(16, on: 4), naming: 1)
        let signIn = try await scene.redeem(LinkScene.deviceCode, 17)
        try expect("the account after a sign-out", signIn.active.account, is: scene.account)
      },
      Law(
        "Ending the other sessions of an account voids its approved link, even if there are none",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        _ = try await LinkScene.register(4, at: scene.store)
        _ = try await scene.store.signIn(try Sample.request("a", 2, on: 4))
        let selections: [SessionSelection] = [.otherDevices(of: .active), .others(than: .active)]
        for (number, selection) in selections.enumerated() {
          let offset = Int64(number * 10)
          try await scene.begin(offset)
          try await scene.approve(offset + 1)
          _ = try await scene.store.end(
            .active,
            at: scene.context(offset + 2, on: 2),
            naming: 1
          )
          try expect("after a sign-out", try await scene.state(offset + 3), is: .approved)
          let ended = try await scene.store.endSessions(
            selection,
            at: scene.context(offset + 4, on: 4)
          )
          try expect("what has ended", ended, is: [])
          try expect("the link", try await scene.state(offset + 5), is: nil)
          try await scene.expectRefusal("redeeming it", .noSuchLink) {
            try await scene.redeem(LinkScene.deviceCode, offset + 6)
          }
          _ = try await scene.store.signIn(try Sample.request("a", 3 + number, on: 2))
        }
      },
      Law(
        "A link is void once a session on the device that has begun it is signed out or revoked",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        for (number, isApproved) in [false, true, false, true].enumerated() {
          let offset = Int64(number) * 10
          _ = try await scene.store.signIn(
            try Sample.request("b", 2 + number, at: offset, on: 3)
          )
          try await scene.begin(offset + 1)
          if isApproved { try await scene.approve(offset + 2) }
          if number < 2 {
            _ = try await scene.store.end(.active, at: scene.context(offset + 3, on: 3), naming: 1)
          } else {
            _ = try await scene.store.endSessions(.all, at: scene.context(offset + 3, on: 3))
          }
          try expect("the link", try await scene.state(offset + 4), is: nil)
          try await scene.expectRefusal("redeeming it", .noSuchLink) {
            try await scene.redeem(LinkScene.deviceCode, offset + 4)
          }
        }
      },
      Law(
        "A link is void once an account that is signed in on the device that has begun it is removed",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        let request = try Sample.request("b", 2, on: 3)
        let other = try await scene.store.signIn(request).active.account
        try await scene.begin(1)
        try await scene.approve(2)
        _ = try await scene.store.remove(other.id, at: scene.context(3, on: 3))
        try expect("the link", try await scene.state(4), is: nil)
        try await scene.expectRefusal("redeeming it", .noSuchLink) {
          try await scene.redeem(LinkScene.deviceCode, 4)
        }
      },
      Law(
        "Only an account that is signed in on a device is approved there",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await LinkScene(place)
        _ = try await LinkScene.register(4, at: scene.store)
        let other = try await scene.store.signIn(try Sample.request("b", 2, for: 5, on: 4))
        try await scene.begin()
        func decide(_ account: AccountID?, on device: Int, at offset: Int64) async throws {
          try await scene.store.decide(
            for: account,
            userCode: LinkScene.userCode,
            at: scene.context(offset, on: device)
          )
        }
        for (account, device, offset) in [
          (scene.account.id, 4, 1), (other.active.account.id, 2, 1), (Sample.accountID(9), 2, 1),
          (other.active.account.id, 4, 5), (nil, 3, 1), (nil, 4, 5),
        ] as [(AccountID?, Int, Int64)] {
          try await scene.expectRefusal("on device \(device) at \(offset)", .notSignedIn) {
            try await decide(account, on: device, at: offset)
          }
        }
        try await scene.expectRefusal("looking it up", .notSignedIn) {
          try await scene.store.link(userCode: LinkScene.userCode, at: scene.context(1, on: 3))
        }
        try expect("its state", try await scene.state(), is: .pending)
        try await decide(other.active.account.id, on: 4, at: 4)
        try expect("then", try await scene.state(4), is: .approved)
      },
      Law(
        "A clock that goes back by ten minutes voids links and forgets wrong codes",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await LinkScene(place)
        let lifetime = Link.lifetime.wholeMilliseconds
        try await scene.begin(lifetime)
        for number in 0..<Link.maximumWrongCodes {
          try await scene.expectRefusal("wrong code \(number)", .noSuchLink) {
            try await scene.store.link(
              userCode: LinkScene.digest(9 + number),
              at: scene.context(lifetime, on: 2)
            )
          }
        }
        try await scene.expectRefusal(
          "just before",
          .tooManyWrongCodes(until: Sample.time(2 * lifetime))
        ) { try await scene.approve(1) }
        try expect("a link of then", try await scene.state(1), is: .pending)
        try expect("a link of ten minutes later", try await scene.state(0), is: nil)
        try await scene.expectRefusal("its user code", .noSuchLink) { try await scene.approve(0) }
        // A void link takes no codes.
        try await scene.begin(0, on: 2)
        try await scene.approve(0)
        try expect("a new link", try await scene.state(0, on: 2), is: .approved)
      },
      Law(
        "Wrong user codes refuse the device that gave them, for ten minutes",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await LinkScene(place)
        _ = try await scene.store.signIn(try Sample.request("b", 2, on: 3))
        let end: Int64 = 600_000 + 10
        for number in 0..<Link.maximumWrongCodes {
          try await scene.expectRefusal("wrong code \(number)", .noSuchLink) {
            try await scene.store.link(
              userCode: LinkScene.digest(9 + number),
              at: scene.context(Int64(10 + number), on: 2)
            )
          }
        }
        try await scene.begin(30)
        let refusal = CredentialError.tooManyWrongCodes(until: Sample.time(end))
        for offset in [31, end - 1] {
          try await scene.expectRefusal("at \(offset)", refusal) { try await scene.approve(offset) }
        }
        // Nobody else is locked out.
        let shown = try await scene.store.link(
          userCode: LinkScene.userCode,
          at: scene.context(40, on: 3)
        )
        try expect("shown elsewhere", shown.device, is: scene.asker)
        try await scene.approve(end)
        try expect("its state", try await scene.state(end), is: .approved)
      },
      Law(
        "A decision that is repeated is done once, and is no wrong code",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        func decide(_ account: AccountID?, _ code: Int, _ number: UInt64) async throws {
          try await scene.store.decide(
            for: account,
            userCode: LinkScene.digest(2_000 + code),
            at: ChangeContext(
              at: Sample.time(1),
              in: .device(scene.approver.id),
              from: Sample.origin,
              intention: IntentionID(high: 4, low: number)
            )
          )
        }
        try await scene.begin()
        for _ in 0...Link.maximumWrongCodes { try await decide(scene.account.id, 0, 1) }
        try expect("approved", try await scene.state(), is: .approved)
        _ = try await scene.redeem()
        try await decide(scene.account.id, 0, 1)
        try await scene.begin(1, on: 3, 1)
        // What was recorded is the first decision, not one about the present link.
        try await decide(scene.account.id, 0, 1)
        try await decide(nil, 1, 2)
        try await scene.expectRefusal("a wrong code", .noSuchLink) { try await decide(nil, 9, 3) }
        let unknown = try await scene.store.intention(
          IntentionID(high: 4, low: 3),
          in: .device(scene.approver.id),
          at: Sample.time(2)
        )
        try expect("the record of a wrong code", unknown, is: nil)
        try await scene.begin(2, on: 3, 2)
        try await decide(scene.account.id, 2, 3)
        let known = try await scene.store.intention(
          IntentionID(high: 4, low: 3),
          in: .device(scene.approver.id),
          at: Sample.time(2)
        )
        try expect("the record of the decision", known?.answer, is: .decision)
      },
      Law("Two links never have the same code", .hasChosenTimesAndIDs, .keepsCredentials) { place in
        let scene = try await LinkScene(place)
        try await scene.begin()
        for (deviceCode, userCode) in [
          (LinkScene.deviceCode, LinkScene.digest(5)), (LinkScene.digest(5), LinkScene.userCode),
        ] {
          try await expect(
            "the same code",
            toThrow: {
              if case CredentialError.store(let failure) = $0 {
                failure.reason == .idInUse
              } else {
                false
              }
            },
            {
              try await scene.store.beginLink(
                deviceCode: deviceCode,
                userCode: userCode,
                at: scene.context(1, on: 2)
              )
            }
          )
        }
        try await scene.approve()
        _ = try await scene.redeem()
      },
      Law(
        "Of 100 concurrent calls that redeem a link, one does",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await LinkScene(place)
        try await scene.begin()
        try await scene.approve()
        let redeemed = await withTaskGroup(of: Bool.self) { group in
          for number in 1...100 {
            group.addTask {
              let signIn = try? await scene.store.redeem(
                deviceCode: LinkScene.deviceCode,
                as: Sample.sessionID(100 + number),
                at: scene.context(2, on: 3)
              )
              return signIn != nil
            }
          }
          return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try expect("redeemed", redeemed, is: 1)
        let open = try await scene.store.sessions(endedLimit: 0).entries.count
        try expect("the sessions", open, is: 2)
      },
      Law(
        "Links and wrong codes are kept when the store is opened again",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        var scene = try await LinkScene(place)
        try await scene.begin()
        try await scene.approve()
        guard let again = try await place.open() as? any SharedStore else {
          throw LawBroken("the store keeps no credentials")
        }
        scene = LinkScene(again, scene)
        _ = try await scene.redeem()
      },
    ]
  }
}

extension LinkScene {
  /// The same scene at a store that was opened again.
  fileprivate init(_ store: any SharedStore, _ scene: LinkScene) {
    self.store = store
    (approver, asker, account) = (scene.approver, scene.asker, scene.account)
  }
}
