import MonikerDomain
import MonikerDoubles
import MonikerModel

/// A shared store with two registered devices; an account is signed in on the first.
private struct IdentityTokenScene {
  let store: any SharedStore
  let account: Account

  init(_ place: StorePlace) async throws {
    store = try await Self.open(place)
    for number in 2...3 {
      _ = try await store.register(
        DeviceRegistration(label: "device \(number)", provenBy: Self.digest(number)),
        as: Sample.deviceID(number),
        at: Sample.time()
      )
    }
    account = try await store.signIn(try Sample.request("a", 1, on: 2)).active.account
  }

  /// The same scene at a store that was opened again.
  init(_ place: StorePlace, again scene: IdentityTokenScene) async throws {
    store = try await Self.open(place)
    account = scene.account
  }

  private static func open(_ place: StorePlace) async throws -> any SharedStore {
    guard let store = try await place.open() as? any SharedStore else {
      throw LawBroken("the store keeps no credentials")
    }
    return store
  }

  static func digest(_ number: Int) -> SecretDigest {
    guard let digest = SecretDigest(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number) ^ $0 })
    else { preconditionFailure("a digest has 32 bytes") }
    return digest
  }

  static func id(_ number: Int) -> IdentityTokenID {
    IdentityTokenID(high: 9, low: UInt64(number))
  }

  func context(_ offset: Int64 = 1, on device: Int = 2) -> ChangeContext {
    Sample.context(offset, in: .device(Sample.deviceID(device)))
  }

  @discardableResult
  func issue(
    _ number: Int,
    lifetime: Duration? = nil,
    for account: AccountID? = nil,
    at offset: Int64 = 1,
    on device: Int = 2
  ) async throws -> IdentityToken {
    try await store.issue(
      IdentityTokenIssue(
        for: account ?? self.account.id,
        provenBy: Self.digest(number),
        label: "program \(number)",
        lifetime: lifetime
      ),
      as: Self.id(number),
      at: context(offset, on: device)
    )
  }

  func account(of number: Int, at offset: Int64 = 2) async throws -> Account? {
    try await store.account(identifiedBy: Self.digest(number), at: Sample.time(offset))
  }

  func tokens(at offset: Int64 = 2, on device: Int = 2) async throws -> [IdentityTokenID] {
    try await store.identityTokens(of: account.id, at: context(offset, on: device)).map(\.id)
  }

  func expectRefusal(
    _ what: String,
    _ expected: CredentialError,
    _ body: () async throws -> some Sendable
  ) async throws {
    try await expect(what, toThrow: { $0 as? CredentialError == expected }, body)
  }

  func expectIDInUse(_ what: String, _ body: () async throws -> some Sendable) async throws {
    try await expect(
      what,
      toThrow: {
        if case CredentialError.store(let failure) = $0 {
          failure.reason == .idInUse
        } else {
          false
        }
      },
      body
    )
  }
}

extension Contract {
  /// The laws about identity tokens.
  static var identityTokens: [Law] {
    [
      Law(
        "An identity token identifies its account, also after a sign-out",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) {
        place in
        let scene = try await IdentityTokenScene(place)
        let token = try await scene.issue(10, lifetime: .milliseconds(500))
        let expected = IdentityToken(
          id: IdentityTokenScene.id(10),
          of: scene.account.id,
          issuedBy: Sample.deviceID(2),
          label: "program 10",
          at: Sample.time(1),
          expiresAt: Sample.time(501)
        )
        try expect("the token", token, is: expected)
        try expect("the account", try await scene.account(of: 10), is: scene.account)
        try expect("of another digest", try await scene.account(of: 11), is: nil)
        let list = try await scene.store.identityTokens(of: scene.account.id, at: scene.context())
        try expect("the list", list, is: [expected])
        _ = try await scene.store.end(.active, at: scene.context(3), naming: 0)
        try expect("signed out", try await scene.account(of: 10, at: 4), is: scene.account)
      },
      Law("An identity token is void from its expiry on", .hasChosenTimesAndIDs, .keepsCredentials)
      { place in
        let scene = try await IdentityTokenScene(place)
        try await scene.issue(10, lifetime: .milliseconds(500))
        try await scene.issue(11)
        try expect("until then", try await scene.account(of: 10, at: 500), is: scene.account)
        try expect("then", try await scene.account(of: 10, at: 501), is: nil)
        let (both, later) = (try await scene.tokens(at: 500), try await scene.tokens(at: 501))
        try expect("the list", both, is: [10, 11].map(IdentityTokenScene.id))
        try expect("then the list", later, is: [IdentityTokenScene.id(11)])
        let id = IdentityTokenScene.id(10)
        try await scene.expectRefusal("revoking it", .noSuchIdentityToken(id)) {
          try await scene.store.revokeIdentityToken(id, at: scene.context(501))
        }
        let other = try await scene.store.issue(
          IdentityTokenIssue(for: scene.account.id, provenBy: IdentityTokenScene.digest(10)),
          as: IdentityTokenScene.id(12),
          at: scene.context(501)
        )
        try expect("with its digest", other.id, is: IdentityTokenScene.id(12))
      },
      Law(
        "A revoked identity token identifies nobody, and no other is revoked",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await IdentityTokenScene(place)
        try await scene.issue(10)
        try await scene.issue(11)
        let id = IdentityTokenScene.id(10)
        try await scene.expectRefusal("from another device", .noSuchIdentityToken(id)) {
          try await scene.store.revokeIdentityToken(id, at: scene.context(2, on: 3))
        }
        try await scene.store.revokeIdentityToken(id, at: scene.context(2))
        try expect("the account", try await scene.account(of: 10), is: nil)
        try expect("of the other", try await scene.account(of: 11), is: scene.account)
        try await scene.expectRefusal("again", .noSuchIdentityToken(id)) {
          try await scene.store.revokeIdentityToken(id, at: scene.context(3))
        }
      },
      Law(
        "Only an account that is signed in on a device has tokens issued there",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await IdentityTokenScene(place)
        try await scene.issue(10)
        try await scene.expectRefusal("on another device", .notSignedIn) {
          try await scene.issue(11, on: 3)
        }
        try await scene.expectRefusal("for nobody", .notSignedIn) {
          try await scene.issue(11, for: Sample.accountID(9))
        }
        try await scene.expectRefusal("listing elsewhere", .notSignedIn) {
          try await scene.tokens(on: 3)
        }
        _ = try await scene.store.signIn(try Sample.request("a", 2, on: 3))
        try expect("where it is", try await scene.tokens(on: 3), is: [IdentityTokenScene.id(10)])
      },
      Law(
        "An issue that is repeated gives the same identity token",
        .demandsNoProof,
        .keepsCredentials
      ) { place in
        let scene = try await IdentityTokenScene(place)
        let first = try await scene.issue(10)
        let again = try await scene.store.issue(
          IdentityTokenIssue(for: scene.account.id, provenBy: IdentityTokenScene.digest(10)),
          as: IdentityTokenScene.id(11),
          at: scene.context(2)
        )
        try expect("again", again, is: first)
        try expect("the list", try await scene.tokens(), is: [first.id])
        let other = try await scene.store.signIn(try Sample.request("b", 2, on: 2))
        try await scene.expectIDInUse("for another account") {
          try await scene.issue(10, for: other.active.account.id, at: 6)
        }
        _ = try await scene.store.signIn(try Sample.request("a", 3, on: 3))
        try await scene.expectIDInUse("on another device") {
          try await scene.issue(10, at: 6, on: 3)
        }
      },
      Law(
        "Identity tokens go with their device and their account",
        .demandsNoProof,
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await IdentityTokenScene(place)
        _ = try await scene.store.signIn(try Sample.request("a", 2, on: 3))
        try await scene.issue(10)
        try await scene.issue(11, on: 3)
        _ = try await scene.store.forget(Sample.deviceID(2), at: scene.context(3))
        try expect("of the device", try await scene.account(of: 10, at: 4), is: nil)
        try expect("of another", try await scene.account(of: 11, at: 4), is: scene.account)
        _ = try await scene.store.remove(scene.account.id, at: scene.context(5, on: 3))
        try expect("of the account", try await scene.account(of: 11, at: 6), is: nil)
      },
      Law(
        "An account has at most 100 valid identity tokens",
        .hasChosenTimesAndIDs,
        .keepsCredentials
      ) { place in
        let scene = try await IdentityTokenScene(place)
        for number in 0..<IdentityToken.maximumCount {
          try await scene.issue(100 + number, lifetime: number == 0 ? .milliseconds(9) : nil)
        }
        try await scene.expectRefusal("one more", .tooManyIdentityTokens) {
          try await scene.issue(99)
        }
        try await scene.issue(99, at: 10)
        let count = try await scene.tokens(at: 10).count
        try expect("the list", count, is: IdentityToken.maximumCount)
      },
      Law("Identity tokens are kept when the store is opened again", .keepsCredentials) { place in
        var scene = try await IdentityTokenScene(place)
        try await scene.issue(10)
        scene = try await IdentityTokenScene(place, again: scene)
        try expect("the account", try await scene.account(of: 10), is: scene.account)
      },
    ]
  }
}
