package import MonikerDomain
import MonikerDoubles

/// Attempts to get into an account of somebody else: with guessed and replayed keys, codes and tokens.
///
/// All values follow from the seed, so that several processes share them. The clock of the store stands
/// still.
package struct Guessing: Sendable {
  private static let attackers = 100

  private let seed: UInt64
  private let key: SecretDigest
  private let victimToken: SecretDigest
  private let attackerTokens: [SecretDigest]
  private let friendToken: SecretDigest
  private let nextToken: SecretDigest
  private let codes: [SecretDigest]

  /// Prepares the attempts.
  package init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    key = Self.digest(&generator)
    victimToken = Self.digest(&generator)
    friendToken = Self.digest(&generator)
    nextToken = Self.digest(&generator)
    attackerTokens = (0..<Self.attackers).map { _ in Self.digest(&generator) }
    codes = (0..<4).map { _ in Self.digest(&generator) }
  }

  private static func digest(_ generator: inout SeededGenerator) -> SecretDigest {
    let bytes = (0..<SecretDigest.byteCount).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    guard let digest = SecretDigest(bytes: bytes) else {
      preconditionFailure("a digest has \(SecretDigest.byteCount) bytes")
    }
    return digest
  }

  private func request(
    _ nickname: String,
    _ proof: SignInProof,
    key: SecretDigest? = nil,
    on device: Device
  ) throws -> SignInRequest {
    SignInRequest(
      nickname: try Nickname(nickname),
      proof: proof,
      recoveryKey: key,
      in: context(device)
    )
  }

  private func context(_ device: Device) -> RequestContext {
    RequestContext(in: .device(device.id))
  }

  private func device(
    _ token: SecretDigest,
    at store: any SharedStore
  ) async throws -> Device {
    guard let proof = try await store.device(provenBy: token) else {
      throw LawBroken("a device is no longer proven by its token")
    }
    return proof.device
  }

  /// Makes the account of the victim, its friend with a link that was redeemed, a link that waits, and
  /// the devices of those who guess, each signed in to an account of its own.
  package func prepare(_ store: any SharedStore) async throws {
    for token in [victimToken, friendToken, nextToken] + attackerTokens {
      _ = try await store.register(DeviceRegistration(label: nil, provenBy: token))
    }
    let victim = try await device(victimToken, at: store)
    let owner = try await store.signIn(try request("mina", .notGiven, key: key, on: victim))
    for (number, token) in attackerTokens.enumerated() {
      let attacker = try await device(token, at: store)
      _ = try await store.signIn(try request("n\(number)", .notGiven, on: attacker))
    }
    let friend = try await device(friendToken, at: store)
    _ = try await store.beginLink(
      for: .signIn,
      deviceCode: codes[0],
      userCode: codes[1],
      in: context(friend)
    )
    try await store.decide(
      for: owner.active.account.id,
      userCode: codes[1],
      in: context(victim)
    )
    _ = try await store.redeem(deviceCode: codes[0], on: .unlimited, in: context(friend))
    let next = try await device(nextToken, at: store)
    _ = try await store.beginLink(
      for: .signIn,
      deviceCode: codes[2],
      userCode: codes[3],
      in: context(next)
    )
  }

  /// Makes one part of the attempts.
  ///
  /// - Returns: how many of them got in.
  package func attack(_ store: any SharedStore, part: Int, attempts: Int) async throws -> Int {
    let victim = try await device(victimToken, at: store)
    let account = try await store.session(of: .active, on: victim.id).active?.account
    guard let owner = account else { throw LawBroken("the victim was signed out") }
    var generator = SeededGenerator(seed: seed ^ UInt64(part + 1))
    var successes = 0
    for number in 0..<attempts {
      let attacker = Int.random(in: 0..<Self.attackers, using: &generator)
      let device = try await device(attackerTokens[attacker], at: store)
      let guess = Self.digest(&generator)
      let gotIn = try await attempt(
        number % 9,
        guess,
        // The codes of others are replayed on another device.
        replaying: codes[number / 9 % codes.count],
        on: device,
        from: victim,
        owner,
        at: store
      )
      if gotIn { successes += 1 }
    }
    return successes
  }

  private func attempt(
    _ kind: Int,
    _ guess: SecretDigest,
    replaying code: SecretDigest,
    on device: Device,
    from victim: Device,
    _ owner: Account,
    at store: any SharedStore
  ) async throws -> Bool {
    let context = context(device)
    switch kind {
    case 0:
      return (try? await store.signIn(try request("mina", .recoveryKey(guess), on: device))) != nil
    case 1:
      return (try? await store.signIn(try request("mina", .notGiven, on: device))) != nil
    case 2:
      return (try? await store.redeem(deviceCode: guess, on: .unlimited, in: context)) != nil
    case 3:
      return (try? await store.redeem(deviceCode: code, on: .unlimited, in: context)) != nil
    case 4:
      return (try? await store.link(userCode: guess, in: context)) != nil
    case 5:
      let approved: Void? = try? await store.decide(
        for: guess.bytes[0] < 128 ? owner.id : nil,
        userCode: guess,
        in: context
      )
      return approved != nil
    case 6:
      try await store.confirmToken(guess)
      return try await store.device(provenBy: guess) != nil
    case 7:
      let issue = IdentityTokenIssue(for: owner.id, provenBy: guess)
      let issued = try? await store.issue(issue, in: context)
      let known = try await store.account(identifiedBy: code)
      let isKey = try await store.isRecoveryKey(guess, of: owner.id)
      return issued != nil || known != nil || isKey
    default:
      let set: Void? = try? await store.setRecoveryKey(
        guess,
        of: owner.id,
        proof: guess.bytes[0] < 128 ? .notDemanded : .recoveryKey(guess),
        in: context
      )
      let forgotten = try? await store.forget(victim.id, in: context)
      let replaced: Void? = try? await store.replaceToken(of: victim.id, with: guess, in: context)
      return set != nil || forgotten != nil || replaced != nil
    }
  }

  /// Checks that nobody else is in, that the owner is not locked out, and that the link which waits is
  /// still good.
  ///
  /// - Throws: ``LawBroken`` with what is not so.
  package func check(_ store: any SharedStore) async throws {
    let scope = StoreScope.everything(on: .local)
    let open = try await store.sessions(endedLimit: 0, in: scope).entries.count
    // The attackers', the victim's and its friend's.
    try expect("the open sessions", open, is: Self.attackers + 2)
    let victim = try await device(victimToken, at: store)
    let owner = try await store.session(of: .active, on: victim.id).active?.account
    try expect("the victim", owner?.nickname.text, is: "mina")
    guard let owner else { return }
    try await store.decide(for: owner.id, userCode: codes[3], in: context(victim))
    let next = try await device(nextToken, at: store)
    let linked = try await store.redeem(
      deviceCode: codes[2],
      on: .unlimited,
      in: context(next)
    )
    try expect("who is let in", linked.active.account, is: owner)
    let attacker = try await device(attackerTokens[0], at: store)
    let recovered = try await store.signIn(
      try request("mina", .recoveryKey(key), on: attacker)
    )
    try expect("who recovers", recovered.active.account, is: owner)
  }
}
