import MonikerDomain
import MonikerDoubles
import MonikerModel

extension Contract {
  /// The laws about devices, recovery keys and proofs.
  static var credentials: [Law] { deviceLaws + proofLaws + copyLaws }

  private static func shared(_ place: StorePlace) async throws -> any SharedStore {
    guard let store = try await place.open() as? any SharedStore else {
      throw LawBroken("the store keeps no credentials")
    }
    return store
  }

  private static func digest(_ number: UInt8) -> SecretDigest {
    guard let digest = SecretDigest(bytes: (0..<32).map { $0 ^ number }) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return digest
  }

  /// A device whose token has its number.
  private static func register(
    _ number: Int,
    at store: any SharedStore,
    intention: IntentionID? = nil
  ) async throws -> Device {
    try await store.register(
      DeviceRegistration(
        label: "길동's <laptop>",
        provenBy: digest(UInt8(number)),
        from: Sample.origin,
        intention: intention
      ),
      as: Sample.deviceID(number),
      at: Sample.time(Int64(number))
    )
  }

  private static func request(
    _ nickname: String,
    _ number: Int,
    at offset: Int64 = 0,
    for lifetime: Int64? = nil,
    proof: SignInProof,
    key: SecretDigest? = nil,
    on device: Int
  ) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: Sample.accountID(number),
      newSessionID: Sample.sessionID(number),
      on: Sample.terms(lifetime, false, nil),
      proof: proof,
      recoveryKey: key,
      at: Sample.context(offset, in: .device(Sample.deviceID(device)))
    )
  }

  private static func isRefused(_ error: any Error, of account: Account) -> Bool {
    error as? NicknameError == .proofDemanded(account)
  }

  /// What a token proves: the device, and whether the token is confirmed.
  private static func expectProof(
    _ number: UInt8,
    of device: Device?,
    confirmed isConfirmed: Bool = false,
    at store: any SharedStore
  ) async throws {
    let expected = device.map { DeviceProof(of: $0, isConfirmed: isConfirmed) }
    try expect(
      "what token \(number) proves",
      try await store.device(provenBy: digest(number)),
      is: expected
    )
  }

  private static func isIDInUse(_ error: any Error) -> Bool {
    if case CredentialError.store(let failure) = error { failure.reason == .idInUse } else { false }
  }

  private static var deviceLaws: [Law] {
    [
      Law(
        "A registered device is found by the digest of its token alone",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let expected = Device(
          id: Sample.deviceID(2),
          label: "길동's <laptop>",
          registeredAt: Sample.time(2),
          origin: Sample.origin
        )
        try expect("the device", device, is: expected)
        try await expectProof(2, of: expected, at: store)
        for number in [UInt8(0), 1, 3, 255] { try await expectProof(number, of: nil, at: store) }
        try expect("the events", try await store.events(limit: 9), is: [])
      },
      Law(
        "Two devices never have the same token",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let first = try await register(2, at: store)
        try await store.confirmToken(digest(2))
        try await store.replaceToken(of: first.id, with: digest(9), at: Sample.context())
        let other = try await register(4, at: store)
        // One is confirmed and the other is not.
        for number in [UInt8(2), 9] {
          let registration = DeviceRegistration(label: nil, provenBy: digest(number))
          try await expect(
            "registering \(number) again",
            toThrow: isIDInUse,
            {
              try await store.register(registration, as: Sample.deviceID(3), at: Sample.time(3))
            }
          )
          try await expect(
            "taking \(number) over",
            toThrow: isIDInUse,
            {
              try await store.replaceToken(
                of: other.id,
                with: digest(number),
                at: Sample.context()
              )
            }
          )
        }
        try await expect(
          "replacing the confirmed one by itself",
          toThrow: isIDInUse,
          { try await store.replaceToken(of: first.id, with: digest(2), at: Sample.context()) }
        )
        try await expectProof(2, of: first, confirmed: true, at: store)
        try await expectProof(9, of: first, at: store)
        try await expectProof(4, of: other, at: store)
        let ids = try await store.devices(in: .test).map(\.id)
        try expect("the devices", ids, is: [2, 4].map { Sample.deviceID($0) })
      },
      Law("A token is unconfirmed until its first use is recorded", .keepsCredentials) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let other = try await register(3, at: store)
        // Asking records nothing.
        for _ in 1...2 { try await expectProof(2, of: device, at: store) }
        try await store.confirmToken(digest(9))
        try await expectProof(9, of: nil, at: store)
        for _ in 1...2 {
          try await store.confirmToken(digest(2))
          try await expectProof(2, of: device, confirmed: true, at: store)
          try await expectProof(3, of: other, at: store)
        }
        let seen = try await store.devices(in: .device(device.id))
        try expect("the devices that it sees", seen, is: [device])
      },
      Law("A new token replaces the confirmed one when it is used first", .keepsCredentials) {
        place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let own = Sample.context(in: .device(device.id))
        try await store.confirmToken(digest(2))
        try await store.replaceToken(of: device.id, with: digest(9), at: own)
        try await expectProof(2, of: device, confirmed: true, at: store)
        try await expectProof(9, of: device, at: store)
        try await store.confirmToken(digest(9))
        try await expectProof(2, of: nil, at: store)
        try await expectProof(9, of: device, confirmed: true, at: store)
        // What proves nothing cannot be confirmed, and can be a token again.
        try await store.confirmToken(digest(2))
        try await expectProof(2, of: nil, at: store)
        try await store.replaceToken(of: device.id, with: digest(2), at: own)
        try await expectProof(2, of: device, at: store)
        try await expectProof(9, of: device, confirmed: true, at: store)
      },
      Law("A new token replaces an unconfirmed one at once", .keepsCredentials) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let own = Sample.context(in: .device(device.id))
        try await store.replaceToken(of: device.id, with: digest(8), at: own)
        try await expectProof(2, of: nil, at: store)
        try await expectProof(8, of: device, at: store)
        try await store.confirmToken(digest(8))
        for number in [UInt8(9), 10] {
          try await store.replaceToken(of: device.id, with: digest(number), at: own)
        }
        try await store.confirmToken(digest(9))
        try await expectProof(8, of: device, confirmed: true, at: store)
        try await expectProof(9, of: nil, at: store)
        try await expectProof(10, of: device, at: store)
      },
      Law("Replacing a token by the same one again changes nothing", .keepsCredentials) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let own = Sample.context(in: .device(device.id))
        try await store.replaceToken(of: device.id, with: digest(2), at: own)
        try await expectProof(2, of: device, at: store)
        try await store.confirmToken(digest(2))
        for _ in 1...2 {
          try await store.replaceToken(of: device.id, with: digest(9), at: own)
          try await expectProof(2, of: device, confirmed: true, at: store)
          try await expectProof(9, of: device, at: store)
        }
      },
      Law(
        "A confirmed token that is used again leaves the new one unconfirmed",
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        try await store.confirmToken(digest(2))
        try await store.replaceToken(
          of: device.id,
          with: digest(9),
          at: Sample.context(in: .device(device.id))
        )
        try await store.confirmToken(digest(2))
        try await expectProof(2, of: device, confirmed: true, at: store)
        try await expectProof(9, of: device, at: store)
      },
      Law(
        "Of 100 concurrent confirmations of a token, none fails and none undoes another",
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let other = try await register(3, at: store)
        try await store.confirmToken(digest(2))
        try await store.replaceToken(
          of: device.id,
          with: digest(9),
          at: Sample.context(in: .device(device.id))
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...100 {
            // The former token is used beside the new one.
            let token = digest(number.isMultiple(of: 4) ? 2 : 9)
            group.addTask { try await store.confirmToken(token) }
          }
          try await group.waitForAll()
        }
        try await expectProof(2, of: nil, at: store)
        try await expectProof(9, of: device, confirmed: true, at: store)
        try await expectProof(3, of: other, at: store)
      },
      Law("A device's token is replaced in its scope alone", .keepsCredentials) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        for (id, scope) in [
          (device.id, StoreScope.device(Sample.deviceID(3))), (Sample.deviceID(3), .test),
        ] {
          try await expect(
            "replacing another one",
            toThrow: { $0 as? CredentialError == .noSuchDevice(id) },
            { try await store.replaceToken(of: id, with: digest(8), at: Sample.context(in: scope)) }
          )
        }
        try await expectProof(8, of: nil, at: store)
        try await expectProof(2, of: device, at: store)
      },
      Law(
        "Forgetting a device revokes its open sessions, and no others",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let other = try await register(3, at: store)
        try await store.confirmToken(digest(2))
        try await store.replaceToken(of: device.id, with: digest(9), at: Sample.context(on: 3))
        let first = try await store.signIn(try Sample.request("a", 1, on: 2)).active
        let second = try await store.signIn(try Sample.request("b", 2, on: 2)).active
        _ = try await store.signIn(try Sample.request("c", 3, for: 5, on: 2))
        let elsewhere = try await store.signIn(try Sample.request("a", 4, on: 3)).active
        try await expect(
          "by another device",
          toThrow: { $0 as? CredentialError == .noSuchDevice(device.id) },
          {
            try await store.forget(device.id, at: Sample.context(9, in: .device(other.id)))
          }
        )
        let ended = try await store.forget(device.id, at: Sample.context(9, on: 3))
        let expected = [
          SessionEntry(holder: first.ended(9, .revoked, as: 8), isActive: false),
          SessionEntry(holder: second.ended(9, .revoked, as: 9), isActive: false),
        ]
        try expect("ended", ended, is: expected)
        for token in [UInt8(2), 9] { try await expectProof(token, of: nil, at: store) }
        let active = try await store.session(of: .active, on: device.id).active
        try expect("active there", active, is: nil)
        let kept = try await store.session(of: .active, on: other.id).active
        try expect("active elsewhere", kept, is: elsewhere)
        try expect("the others", try await store.devices(in: .test), is: [other])
        try await expect(
          "once more",
          toThrow: { $0 as? CredentialError == .noSuchDevice(device.id) },
          { try await store.forget(device.id, at: Sample.context(9)) }
        )
      },
      Law(
        "Pages of devices have each device once",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        guard let store = try await place.open() as? any SharedStore else {
          throw LawBroken("the store keeps no credentials")
        }
        for number in 2...4 {
          _ = try await store.register(
            DeviceRegistration(label: nil, provenBy: LinkScene.digest(number)),
            as: Sample.deviceID(number),
            at: Sample.time(Int64(number))
          )
        }
        let first = try await store.devices(PageRequest(limit: 2), in: .test)
        try expect("the first", first.entries.map(\.id), is: [2, 3].map { Sample.deviceID($0) })
        guard let next = first.next else { throw LawBroken("there is no second page") }
        _ = try await store.forget(Sample.deviceID(3), at: Sample.context(5))
        let second = try await store.devices(PageRequest(at: next, limit: 2), in: .test)
        try expect("the second", second.entries.map(\.id), is: [Sample.deviceID(4)])
        try expect("behind it", second.next, is: nil)
      },
      Law(
        "A device sees itself, and the devices of its accounts",
        .seesEverything,
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        var devices: [Device] = []
        for number in [5, 3, 4, 2] { devices.append(try await register(number, at: store)) }
        try expect("all", try await store.devices(in: .test), is: devices)
        for (number, (name, device)) in [("a", 2), ("a", 3), ("b", 3), ("b", 4)].enumerated() {
          _ = try await store.signIn(try Sample.request(name, number, on: device))
        }
        for (device, seen) in [(2, [3, 2]), (3, [3, 4, 2]), (4, [3, 4]), (5, [5])] {
          let ids = try await store.devices(in: .device(Sample.deviceID(device))).map(\.id)
          try expect("seen by \(device)", ids, is: seen.map { Sample.deviceID($0) })
        }
      },
      Law(
        "A registration that is repeated gives the same device",
        .seesEverything,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let id = IntentionID(high: 7, low: 7)
        let device = try await register(2, at: store, intention: id)
        let again = try await store.register(
          DeviceRegistration(label: nil, provenBy: digest(2), intention: id),
          as: Sample.deviceID(3),
          at: Sample.time(3)
        )
        try expect("the device", again, is: device)
        try expect("the devices", try await store.devices(in: .test), is: [device])
      },
      Law(
        "Devices and recovery keys are kept when the store is opened again",
        .seesEverything,
        .keepsCredentials
      ) {
        place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        try await store.confirmToken(digest(2))
        try await store.replaceToken(of: device.id, with: digest(9), at: Sample.context())
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account
        let again = try await shared(place)
        try await expectProof(2, of: device, confirmed: true, at: again)
        try await expectProof(9, of: device, at: again)
        try expect("a key", try await again.hasRecoveryKey(account.id, in: .test), is: true)
        let signIn = try await again.signIn(
          try request("a", 3, proof: .recoveryKey(digest(7)), on: 3)
        )
        try expect("the account", signIn.active.account, is: account)
      },
    ]
  }

  /// A store with two accounts, one of them with a recovery key, and two devices, one of them with a
  /// confirmed token and a new one.
  private static func fill(_ store: any SharedStore) async throws {
    for number in [3, 2] { _ = try await register(number, at: store) }
    try await store.confirmToken(digest(2))
    try await store.replaceToken(of: Sample.deviceID(2), with: digest(12), at: Sample.context())
    _ = try await store.signIn(try request("a", 1, proof: .notGiven, key: digest(7), on: 2))
    _ = try await store.signIn(try request("b", 2, proof: .notGiven, on: 2))
  }

  private static var copyLaws: [Law] {
    [
      Law(
        "The contents have the devices and recovery keys, and make an equal store",
        .seesEverything,
        .hasChosenTimesAndIDs,
        .isWhole,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        try await fill(store)
        let records = try await store.records()
        let kinds = records.map { record in
          switch record {
          case .account(_, _, let key, _): key == nil ? "account" : "account with a key"
          case .device(let device, _): "device \(device.id == Sample.deviceID(3) ? 3 : 2)"
          case .profile: "profile"
          case .restingNickname: "resting nickname"
          case .session: "session"
          case .event: "event"
          case .metadata: "metadata"
          }
        }
        let expected =
          ["account with a key", "account", "device 3", "device 2", "session", "session"]
          + Array(repeating: "event", count: 4) + ["metadata"]
        try expect("the records", kinds, is: expected)
        let summary = try await store.summary()
        try expect("how many", summary.recordCount, is: records.count)
        try expect("devices", summary.deviceCount, is: 2)
        let copy = InMemoryRepository()
        _ = try await copy.merge(records)
        try expect("the contents of a copy", try await copy.records(), is: records)
        try expect(
          "its devices",
          try await copy.devices(in: .test),
          is: try await store.devices(in: .test)
        )
        let device = try await store.device(provenBy: digest(2))?.device
        for store in [store, copy] as [any SharedStore] {
          try await expectProof(2, of: device, confirmed: true, at: store)
          try await expectProof(12, of: device, at: store)
        }
      },
      Law(
        "A merge adds keys of new accounts, and devices that are unknown",
        .seesEverything,
        .isWhole,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let other = InMemoryRepository()
        try await fill(other)
        let store = try await shared(place)
        let own = try await store.signIn(
          try request("c", 8, proof: .notGiven, key: digest(9), on: 4)
        ).active.account
        let taken = try await store.register(
          DeviceRegistration(label: nil, provenBy: digest(3)),
          as: Sample.deviceID(9),
          at: Sample.time()
        )
        let records = try await other.records()
        _ = try await store.merge(records)
        try expect(
          "by a token that was known",
          try await store.device(provenBy: digest(3))?.device,
          is: taken
        )
        for number in [UInt8(2), 12] {
          let added = try await store.device(provenBy: digest(number))?.device.id
          try expect("by a new token", added, is: Sample.deviceID(2))
        }
        try expect("its own key", try await store.hasRecoveryKey(own.id, in: .test), is: true)
        let signIn = try await store.signIn(
          try request("a", 20, proof: .recoveryKey(digest(7)), on: 5)
        )
        try expect("by a merged key", signIn.isNewAccount, is: false)
        // An account that both have keeps its own key.
        let shared = signIn.active.account.id
        try await store.setRecoveryKey(digest(99), of: shared, at: Sample.context())
        try expect("merged again", try await store.merge(records), is: 0)
        let isKept = try await store.isRecoveryKey(digest(99), of: shared)
        try expect("its own key is kept", isKept, is: true)
      },
    ]
  }

  private static var proofLaws: [Law] {
    [
      Law(
        "A sign-in without proof needs a new account, or an open session there",
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let first = try await store.signIn(
          try request("a", 1, for: 5, proof: .notGiven, key: digest(7), on: 2)
        )
        try expect("a new account", first.isNewAccount, is: true)
        let again = try await store.signIn(try request("A", 2, at: 1, proof: .notGiven, on: 2))
        try expect("the same session", again.active.session.id, is: first.active.session.id)
        let before = try await Observation(store)
        for (device, offset) in [(3, 1), (2, 5)] as [(Int, Int64)] {
          try await expect(
            "on device \(device) at \(offset)",
            toThrow: { isRefused($0, of: first.active.account) },
            {
              try await store.signIn(try request("a", 3, at: offset, proof: .notGiven, on: device))
            }
          )
          try expect("the store", try await Observation(store), is: before)
        }
        // A session that was ended proves nothing either.
        _ = try await store.endSessions(.all, at: Sample.context(2, on: 2))
        try await expect(
          "after its end",
          toThrow: { isRefused($0, of: first.active.account) },
          { try await store.signIn(try request("a", 3, at: 3, proof: .notGiven, on: 2)) }
        )
      },
      Law(
        "A recovery key proves its account on any device, and no other account",
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let a = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account
        let b = try await store.signIn(
          try request("b", 2, proof: .notGiven, key: digest(8), on: 2)
        ).active.account
        for (name, account, key) in [("a", a, 8), ("b", b, 7), ("a", a, 0)]
          as [(String, Account, UInt8)]
        {
          try await expect(
            "\(name) with the key \(key)",
            toThrow: { isRefused($0, of: account) },
            {
              try await store.signIn(
                try request(name, 9, proof: .recoveryKey(digest(key)), on: 3)
              )
            }
          )
        }
        let signIn = try await store.signIn(
          try request("a", 3, proof: .recoveryKey(digest(7)), on: 3)
        )
        try expect("the account", signIn.active.account, is: a)
        try expect("its device", signIn.active.session.deviceID, is: Sample.deviceID(3))
      },
      Law("Only the present recovery key of an account proves it", .keepsCredentials) { place in
        let store = try await shared(place)
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account
        let own = Sample.context(in: .device(Sample.deviceID(2)))
        func isAccepted(_ key: UInt8, _ device: Int) async throws -> Bool {
          do {
            _ = try await store.signIn(
              try request("a", 10 + device, proof: .recoveryKey(digest(key)), on: device)
            )
            return true
          } catch NicknameError.proofDemanded {
            return false
          }
        }
        try await store.setRecoveryKey(digest(8), of: account.id, at: own)
        try expect("the former one", try await isAccepted(7, 3), is: false)
        try expect("the new one", try await isAccepted(8, 3), is: true)
        try await store.setRecoveryKey(digest(9), of: account.id, at: own)
        _ = try await store.remove(account.id, at: own)
        _ = try await store.signIn(try request("a", 5, proof: .notGiven, on: 2))
        try expect("that of a removed account", try await isAccepted(9, 5), is: false)
      },
      Law("A recovery key is known as the present one of its account alone", .keepsCredentials) {
        place in
        let store = try await shared(place)
        let a = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account.id
        let b = try await store.signIn(
          try request("b", 2, proof: .notGiven, key: digest(8), on: 2)
        ).active.account.id
        let own = Sample.context(in: .device(Sample.deviceID(2)))
        func expectKeys(_ keys: [UInt8], of account: AccountID) async throws {
          for key in [UInt8(6), 7, 8, 9] {
            try expect(
              "whether \(key) is the key",
              try await store.isRecoveryKey(digest(key), of: account),
              is: keys.contains(key)
            )
          }
        }
        let before = try await Observation(store, in: own.scope)
        try await expectKeys([7], of: a)
        try await expectKeys([8], of: b)
        try await expectKeys([], of: Sample.accountID(99))
        try expect("the store", try await Observation(store, in: own.scope), is: before)
        try await store.setRecoveryKey(digest(9), of: a, at: own)
        try await expectKeys([9], of: a)
        _ = try await store.remove(b, at: own)
        try await expectKeys([], of: b)
      },
      Law("A recovery key is replaced by proof of the present one alone", .keepsCredentials) {
        place in
        let store = try await shared(place)
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, on: 2)
        ).active.account.id
        _ = try await store.signIn(try request("b", 2, proof: .notGiven, key: digest(8), on: 2))
        let own = Sample.context(in: .device(Sample.deviceID(2)))
        func refuse(_ proof: SignInProof, keeping key: UInt8?) async throws {
          try await expect(
            "\(proof)",
            toThrow: { $0 as? CredentialError == .proofDemanded },
            { try await store.setRecoveryKey(digest(10), of: account, proof: proof, at: own) }
          )
          let isNew = try await store.isRecoveryKey(digest(10), of: account)
          try expect("the refused key", isNew, is: false)
          let hasKey = try await store.hasRecoveryKey(account, in: own.scope)
          try expect("a key", hasKey, is: key != nil)
          guard let key else { return }
          let isKept = try await store.isRecoveryKey(digest(key), of: account)
          try expect("the key is kept", isKept, is: true)
        }
        try await refuse(.recoveryKey(digest(7)), keeping: nil)
        try await store.setRecoveryKey(digest(7), of: account, proof: .notGiven, at: own)
        // The session that is open there proves nothing here, nor does the key of another account.
        for proof in [SignInProof.notGiven, .recoveryKey(digest(8)), .recoveryKey(digest(9))] {
          try await refuse(proof, keeping: 7)
        }
        let present = SignInProof.recoveryKey(digest(7))
        try await store.setRecoveryKey(digest(9), of: account, proof: present, at: own)
        try await refuse(present, keeping: 9)
      },
      Law(
        "A recovery key is replaced by the unused token of its device",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let device = try await register(2, at: store)
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account
        let own = Sample.context(in: .device(device.id))
        func refuse(_ what: String, on device: Int, ifFirst mustBeFirst: Bool = false) async throws
        {
          try await expect(
            what,
            toThrow: { $0 as? CredentialError == .proofDemanded },
            {
              try await store.setRecoveryKey(
                digest(10),
                of: account.id,
                proof: .unusedToken(replacedBy: digest(11), ifFirst: mustBeFirst),
                at: Sample.context(in: .device(Sample.deviceID(device)))
              )
            }
          )
          let isNew = try await store.isRecoveryKey(digest(10), of: account.id)
          try expect("the refused key", isNew, is: false)
          let proof = try await store.device(provenBy: digest(11))
          try expect("the refused token", proof, is: nil)
        }
        let proof = SignInProof.unusedToken(replacedBy: digest(5), ifFirst: true)
        try await expect(
          "a removal",
          toThrow: { $0 as? AccountError == .proofDemanded(account) },
          { try await store.remove(account.id, proof: proof, at: own) }
        )
        for key in [8, 9] as [UInt8] {
          // The second time, the token is the same.
          try await store.setRecoveryKey(digest(key), of: account.id, proof: proof, at: own)
          let isSet = try await store.isRecoveryKey(digest(key), of: account.id)
          try expect("the new key", isSet, is: true)
          let former = try await store.device(provenBy: digest(2))
          try expect("the former token", former, is: nil)
          let next = try await store.device(provenBy: digest(5))
          try expect("the new token", next, is: DeviceProof(of: device, isConfirmed: false))
        }
        try await store.confirmToken(digest(5))
        try await refuse("a used token", on: 2)
        try await store.replaceToken(of: device.id, with: digest(6), at: own)
        try await refuse("a later token", on: 2, ifFirst: true)
        // The account is signed in on a device without a token.
        _ = try await store.signIn(try request("a", 2, proof: .recoveryKey(digest(9)), on: 4))
        try await refuse("no token", on: 4)
      },
      Law("Of 100 concurrent replacements of a recovery key, one happens", .keepsCredentials) {
        place in
        let store = try await shared(place)
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account.id
        let own = Sample.context(in: .device(Sample.deviceID(2)))
        let set = await withTaskGroup(of: UInt8?.self) { group in
          for number in UInt8(100)..<200 {
            group.addTask {
              let set: Void? = try? await store.setRecoveryKey(
                digest(number),
                of: account,
                proof: .recoveryKey(digest(7)),
                at: own
              )
              return set == nil ? nil : number
            }
          }
          return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        try expect("how many", set.count, is: 1)
        guard let key = set.first else { return }
        let isKey = try await store.isRecoveryKey(digest(key), of: account)
        try expect("the key", isKey, is: true)
      },
      Law("A recovery key is set for an account in the scope alone", .keepsCredentials) { place in
        let store = try await shared(place)
        let account = try await store.signIn(
          try request("a", 1, proof: .notGiven, key: digest(7), on: 2)
        ).active.account
        for scope in [StoreScope.device(Sample.deviceID(3)), .device(.local)] {
          try await expect(
            "setting it",
            toThrow: { $0 as? CredentialError == .notSignedIn },
            {
              try await store.setRecoveryKey(
                digest(9),
                of: account.id,
                at: Sample.context(in: scope)
              )
            }
          )
          try await expect(
            "asking for it",
            toThrow: { $0 as? CredentialError == .notSignedIn },
            { try await store.hasRecoveryKey(account.id, in: scope) }
          )
        }
        _ = try await store.signIn(try request("a", 2, proof: .recoveryKey(digest(7)), on: 3))
        try await expect(
          "for no account",
          toThrow: { $0 as? CredentialError == .notSignedIn },
          {
            try await store.setRecoveryKey(
              digest(9),
              of: Sample.accountID(99),
              at: Sample.context()
            )
          }
        )
      },
      Law(
        "Of 100 concurrent sign-ins of strangers under one nickname, one gets it",
        .seesEverything,
        .keepsCredentials
      ) { place in
        let store = try await shared(place)
        let requests = try (1...100).map { number in
          try request("a", number, proof: .notGiven, on: number + 1)
        }
        let granted = await withTaskGroup(of: Bool.self) { group in
          for request in requests {
            group.addTask { (try? await store.signIn(request)) != nil }
          }
          return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try expect("granted", granted, is: 1)
        try expect("the accounts", try await store.accounts().count, is: 1)
        let open = try await store.sessions(endedLimit: 0).entries.count
        try expect("the sessions", open, is: 1)
      },
    ]
  }
}
