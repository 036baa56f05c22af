import MonikerContract
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

/// Attempts to get into an account of somebody else: with guessed and replayed keys, codes and tokens.
@Suite struct `Somebody who guesses` {
  private static let attempts = 10_000
  private static let devices = 100
  private static let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  private static func digest(_ generator: inout SeededGenerator) throws -> SecretDigest {
    let bytes = (0..<SecretDigest.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator)
    }
    return try #require(SecretDigest(bytes: bytes))
  }

  private static func context(_ device: Device, _ offset: Int64 = 0) -> ChangeContext {
    ChangeContext(
      at: start.advanced(by: .milliseconds(offset)),
      in: .device(device.id)
    )
  }

  private static func request(
    _ nickname: String,
    _ proof: SignInProof,
    key: SecretDigest? = nil,
    on device: Device
  ) throws -> SignInRequest {
    SignInRequest(
      nickname: try Nickname(nickname),
      proof: proof,
      recoveryKey: key,
      in: RequestContext(in: .device(device.id))
    )
  }

  private static func makeStore(_ kind: String, _ folder: TemporaryFolder) -> any SharedStore {
    // The IDs of different kinds must differ, and the clock stands still.
    let owner = StoreOwner.test(ManualClock(1_700_000_000_000))
    return kind == "memory"
      ? InMemoryRepository(owner: owner)
      : SQLiteRepository(path: folder.file("store.sqlite"), owner: owner)
  }

  @Test(arguments: ["memory", "SQLite"])
  func `never gets in, in 10,000 attempts of eight tasks at once`(kind: String) async throws {
    let seed = UInt64.random(in: .min ... .max)
    let folder = try TemporaryFolder()
    let store = Self.makeStore(kind, folder)
    var generator = SeededGenerator(seed: seed)
    let victimToken = try Self.digest(&generator)
    let victim = try await store.register(DeviceRegistration(label: nil, provenBy: victimToken))
    let key = try Self.digest(&generator)
    let owner = try await store.signIn(
      try Self.request("mina", .none, key: key, on: victim)
    ).active.account
    var attackers: [Device] = []
    for number in 0..<Self.devices {
      let token = try Self.digest(&generator)
      let device = try await store.register(DeviceRegistration(label: nil, provenBy: token))
      _ = try await store.signIn(try Self.request("n\(number)", .none, on: device))
      attackers.append(device)
    }
    // A link that was redeemed, one that was denied, and one that waits.
    let used = (try Self.digest(&generator), try Self.digest(&generator))
    let waiting = (try Self.digest(&generator), try Self.digest(&generator))
    let friend = try await store.register(
      DeviceRegistration(label: nil, provenBy: try Self.digest(&generator))
    )
    let next = try await store.register(
      DeviceRegistration(label: nil, provenBy: try Self.digest(&generator))
    )
    _ = try await store.beginLink(
      deviceCode: used.0,
      userCode: used.1,
      at: Self.context(friend)
    )
    try await store.decide(for: owner.id, userCode: used.1, at: Self.context(victim))
    _ = try await store.redeem(deviceCode: used.0, on: .unlimited, in: Self.context(friend).request)
    _ = try await store.beginLink(
      deviceCode: waiting.0,
      userCode: waiting.1,
      at: Self.context(next)
    )
    let before = try await store.sessions(endedLimit: 0).entries.count
    let successes = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask { [attackers] in
          var generator = SeededGenerator(seed: seed ^ UInt64(task + 1))
          var successes = 0
          for number in 0..<Self.attempts / 8 {
            let device = attackers[Int.random(in: 0..<Self.devices, using: &generator)]
            let context = Self.context(device).request
            let guess = try Self.digest(&generator)
            let gotIn: Bool
            switch number % 8 {
            case 0:
              gotIn =
                (try? await store.signIn(try Self.request("mina", .recoveryKey(guess), on: device)))
                != nil
            case 1:
              gotIn = (try? await store.signIn(try Self.request("mina", .none, on: device))) != nil
            case 2:
              gotIn =
                (try? await store.redeem(deviceCode: guess, on: .unlimited, in: context)) != nil
            case 3:
              // The codes of others, replayed on another device.
              let code = [used.0, used.1, waiting.0, waiting.1][number / 8 % 4]
              gotIn =
                (try? await store.redeem(deviceCode: code, on: .unlimited, in: context)) != nil
            case 4:
              gotIn = (try? await store.link(userCode: guess, in: context)) != nil
            case 5:
              let account = Bool.random(using: &generator) ? owner.id : nil
              gotIn =
                (try? await store.decide(for: account, userCode: guess, in: context)) != nil
            case 6:
              gotIn = try await store.device(provenBy: guess) != nil
            default:
              let set: Void? = try? await store.setRecoveryKey(guess, of: owner.id, in: context)
              let forgotten = try? await store.forget(victim.id, in: context)
              let replaced: Void? = try? await store.replaceToken(
                of: victim.id,
                with: guess,
                in: context
              )
              gotIn = set != nil || forgotten != nil || replaced != nil
            }
            if gotIn { successes += 1 }
          }
          return successes
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(successes == 0, "seed \(seed)")
    #expect(try await store.sessions(endedLimit: 0).entries.count == before, "seed \(seed)")
    // Its owner is not locked out, and the link that waits is still good.
    #expect(try await store.device(provenBy: victimToken) == victim)
    try await store.decide(for: owner.id, userCode: waiting.1, at: Self.context(victim))
    let linked = try await store.redeem(
      deviceCode: waiting.0,
      on: .unlimited,
      in: Self.context(next).request
    )
    #expect(linked.active.account == owner)
    let recovered = try await store.signIn(
      try Self.request("mina", .recoveryKey(key), on: attackers[0])
    )
    #expect(recovered.active.account == owner)
  }
}
