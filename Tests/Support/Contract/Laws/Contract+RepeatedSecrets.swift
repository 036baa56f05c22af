import MonikerDomain
import MonikerDoubles
import MonikerModel

/// A shared store with a registered device, on which an account is signed in.
private struct RepetitionScene {
  let store: any SharedStore
  let device: Device
  let account: Account

  /// Opens the store, registers a device with token 1, and signs in there with recovery key 7.
  init(_ place: StorePlace) async throws {
    guard let store = try await place.open() as? any SharedStore else {
      throw LawBroken("the store keeps no credentials")
    }
    self.store = store
    device = try await store.register(
      DeviceRegistration(label: "device", provenBy: Self.digest(1)),
      as: Sample.deviceID(2),
      at: Sample.time()
    )
    account = try await store.signIn(Self.request("a", 1, key: 7)).active.account
  }

  static func digest(_ number: UInt8) -> SecretDigest {
    guard let digest = SecretDigest(bytes: (0..<32).map { $0 ^ number }) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return digest
  }

  static func request(
    _ nickname: String,
    _ number: Int,
    key: UInt8? = nil,
    token: UInt8? = nil,
    on device: Int = 2
  ) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: Sample.accountID(number),
      newSessionID: Sample.sessionID(number),
      proof: .notGiven,
      recoveryKey: key.map(digest),
      token: token.map(digest),
      at: Sample.context(in: .device(Sample.deviceID(device)))
    )
  }

  /// The context of an intention with a number.
  func context(_ offset: Int64 = 1, intention number: UInt64? = nil) -> ChangeContext {
    ChangeContext(
      at: Sample.time(offset),
      in: .device(device.id),
      from: Sample.origin,
      intention: number.map { IntentionID(high: 3, low: $0) },
      content: number.map { _ in Self.digest(99) }
    )
  }

  /// Expects what token of the device proves it, and whether it is confirmed.
  func expectTokens(confirmed: [UInt8] = [], unconfirmed: [UInt8], void: [UInt8]) async throws {
    for number in confirmed {
      let proof = try await store.device(provenBy: Self.digest(number))
      try expect("token \(number)", proof, is: DeviceProof(of: device, isConfirmed: true))
    }
    for number in unconfirmed {
      let proof = try await store.device(provenBy: Self.digest(number))
      try expect("token \(number)", proof, is: DeviceProof(of: device, isConfirmed: false))
    }
    for number in void {
      let proof = try await store.device(provenBy: Self.digest(number))
      try expect("token \(number)", proof, is: nil)
    }
  }

  func replaceKey(
    by new: UInt8,
    proof present: UInt8 = 7,
    at offset: Int64 = 1,
    intention number: UInt64? = 1
  ) async throws {
    try await store.setRecoveryKey(
      Self.digest(new),
      of: account.id,
      proof: .recoveryKey(Self.digest(present)),
      at: context(offset, intention: number)
    )
  }

  func expectKey(_ key: UInt8, not others: [UInt8]) async throws {
    for number in [key] + others {
      let isKey = try await store.isRecoveryKey(Self.digest(number), of: account.id)
      try expect("whether \(number) is the key", isKey, is: number == key)
    }
  }
}

extension Contract {
  /// The laws about secrets that a call sets in place of those of a lost answer.
  static var repeatedSecrets: [Law] {
    [
      Law("An unused token is replaced, and a device that has used it gets none", .keepsCredentials)
      {
        place in
        let scene = try await RepetitionScene(place)
        func replace(by number: UInt8, ifFirst mustBeFirst: Bool = false) async throws {
          try await scene.store.replaceUnusedToken(
            of: scene.device.id,
            with: RepetitionScene.digest(number),
            ifFirst: mustBeFirst,
            at: scene.context()
          )
        }
        try await replace(by: 2, ifFirst: true)
        try await scene.expectTokens(unconfirmed: [2], void: [1])
        try await replace(by: 3)
        try await scene.expectTokens(unconfirmed: [3], void: [1, 2])
        try await scene.store.confirmToken(RepetitionScene.digest(3))
        try await expect(
          "after its use",
          toThrow: { $0 as? CredentialError == .noUnusedToken(scene.device.id) },
          { try await replace(by: 4) }
        )
        try await scene.expectTokens(confirmed: [3], unconfirmed: [], void: [1, 4])
        try await scene.store.replaceToken(
          of: scene.device.id,
          with: RepetitionScene.digest(5),
          at: scene.context()
        )
        try await expect(
          "of a first token that was used, while a later one is unused",
          toThrow: { $0 as? CredentialError == .noUnusedToken(scene.device.id) },
          { try await replace(by: 7, ifFirst: true) }
        )
        try await scene.expectTokens(confirmed: [3], unconfirmed: [5], void: [7])
        try await replace(by: 6)
        try await scene.expectTokens(confirmed: [3], unconfirmed: [6], void: [5])
        let foreign = Sample.context(in: .device(Sample.deviceID(9)))
        try await expect(
          "by another device",
          toThrow: { $0 as? CredentialError == .noSuchDevice(scene.device.id) },
          {
            try await scene.store.replaceUnusedToken(
              of: scene.device.id,
              with: RepetitionScene.digest(8),
              ifFirst: false,
              at: foreign
            )
          }
        )
        try await scene.expectTokens(confirmed: [3], unconfirmed: [6], void: [8])
      },
      Law(
        "A sign-in that opens a session gives its device a new token",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await RepetitionScene(place)
        try await scene.store.confirmToken(RepetitionScene.digest(1))
        _ = try await scene.store.signIn(RepetitionScene.request("a", 2, token: 4))
        try await scene.expectTokens(confirmed: [1], unconfirmed: [], void: [4])
        _ = try await scene.store.signIn(RepetitionScene.request("b", 2, token: 5))
        try await scene.expectTokens(confirmed: [1], unconfirmed: [5], void: [4])
        try await expect(
          "with a token in use",
          toThrow: { ($0 as? NicknameError)?.isIDInUse ?? false },
          { try await scene.store.signIn(RepetitionScene.request("c", 3, token: 1)) }
        )
        let holder = try await scene.store.account(
          holding: try Sample.reference(to: "c"),
          in: .test
        )
        try expect("the refused account", holder, is: nil)
        // A device that is not registered has no token.
        _ = try await scene.store.signIn(RepetitionScene.request("d", 4, token: 6, on: 9))
        try await scene.expectTokens(confirmed: [1], unconfirmed: [5], void: [6])
      },
      Law(
        "A repeated issue of an identity token gives it another secret",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await RepetitionScene(place)
        func issue(_ secret: UInt8, _ id: UInt64, at offset: Int64) async throws -> IdentityToken {
          try await scene.store.issue(
            IdentityTokenIssue(
              for: scene.account.id,
              provenBy: RepetitionScene.digest(secret),
              label: "bot"
            ),
            as: IdentityTokenID(high: 9, low: id),
            at: scene.context(offset, intention: 1)
          )
        }
        let first = try await issue(10, 1, at: 1)
        for (offset, secret) in [(2, 11), (3, 12)] as [(Int64, UInt8)] {
          let again = try await issue(secret, UInt64(secret), at: offset)
          try expect("issued again", again, is: first)
          let account = try await scene.store.account(
            identifiedBy: RepetitionScene.digest(secret)
          )
          try expect("by its secret", account, is: scene.account)
          let former = try await scene.store.account(
            identifiedBy: RepetitionScene.digest(secret - 1)
          )
          try expect("by the former one", former, is: nil)
        }
        let tokens = try await scene.store.identityTokens(
          of: scene.account.id,
          in: .device(scene.device.id)
        )
        try expect("the tokens", tokens, is: [first])
        try await scene.store.revokeIdentityToken(first.id, at: scene.context(4))
        try await expect(
          "after its revocation",
          toThrow: { $0 as? CredentialError == .noSuchIdentityToken(first.id) },
          { try await issue(13, 13, at: 5) }
        )
      },
      Law(
        "A repeated replacement of a recovery key replaces the key that it has set",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await RepetitionScene(place)
        try await scene.replaceKey(by: 10)
        try await scene.replaceKey(by: 11, at: 2)
        try await scene.expectKey(11, not: [7, 10])
        try await scene.replaceKey(by: 12, at: 3)
        try await scene.expectKey(12, not: [7, 10, 11])
        try await scene.replaceKey(by: 20, proof: 12, at: 4, intention: 2)
        try await expect(
          "after another replacement",
          toThrow: { $0 as? CredentialError == .proofDemanded },
          { try await scene.replaceKey(by: 13, at: 5) }
        )
        try await scene.expectKey(20, not: [7, 12, 13])
        let foreign = ChangeContext(
          at: Sample.time(6),
          in: .everything(on: Sample.deviceID(9)),
          intention: IntentionID(high: 3, low: 2),
          content: RepetitionScene.digest(99)
        )
        try await expect(
          "by another device",
          toThrow: {
            if case CredentialError.store(let failure) = $0 {
              failure.reason == .idInUse
            } else {
              false
            }
          },
          {
            try await scene.store.setRecoveryKey(
              RepetitionScene.digest(30),
              of: scene.account.id,
              at: foreign
            )
          }
        )
        try await scene.expectKey(20, not: [30])
      },
      Law("The session of an account is found by its ID, also after a renaming") { place in
        let store = try await place.openPersonal()
        let a = try await store.signIn(try Sample.request("a", 1)).active
        let b = try await store.signIn(try Sample.request("b", 2)).active
        _ = try await store.rename(
          .account(a.account.id),
          to: try Nickname("c"),
          at: Sample.context()
        )
        let found = try await store.session(of: .account(a.account.id))
        try expect("its session", found.active?.session.id, is: a.session.id)
        try expect("its nickname", found.active?.account.nickname.text, is: "c")
        let out = try await store.end(.account(a.account.id), at: Sample.context(1), naming: 1)
        try expect("ended", out.ended?.session.id, is: a.session.id)
        try expect("still open", out.stillOpen.map(\.session.id), is: [b.session.id])
        let gone = try await store.session(of: .account(a.account.id))
        try expect("then", gone.active, is: nil)
        let nobody = try await store.session(of: .account(Sample.accountID(99)))
        try expect("of no account", nobody.active, is: nil)
      },
    ]
  }
}
