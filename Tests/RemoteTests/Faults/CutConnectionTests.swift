#if Server
import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import MonikerModel
import MonikerRemote
import Testing

/// Cuts the connection of each call after a byte of its request or of its answer.
///
/// A request that is cut is sent again, so the call succeeds; and what it changes is changed once.
@Suite(.timeLimit(.minutes(10))) struct `Connections that are cut` {
  /// A call that changes something, on a device on which a and b are signed in, b last.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (RemoteRepository, World) async throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (RemoteRepository, World) async throws -> Void)
    {
      testDescription = name
      self.make = make
    }

    static let all = [
      Change("a sign-in that adds an account") { store, world in
        let signIn = try await store.signIn(under: Nickname("new"), on: .unlimited)
        #expect(signIn.signIn.isNewAccount)
        // The key that arrived last is the one that holds.
        let key = try #require(signIn.recoveryKey)
        let other = world.service.repository()
        let proven = try await other.signIn(under: Nickname("new"), recoveryKey: key)
        #expect(!proven.signIn.isNewAccount)
        _ = try await other.end(.active, in: RequestContext(in: .test), naming: 0)
      },
      Change("a sign-in that switches") { store, _ in
        let signIn = try await store.signIn(under: Nickname("a"))
        #expect(!signIn.signIn.isNewSession)
      },
      Change("a switch") { store, world in
        _ = try await store.activate(.account(world.a.id), in: RequestContext(in: .test))
      },
      Change("a renaming") { store, _ in
        let renaming = try await store.rename(
          .active,
          to: Nickname("c"),
          in: RequestContext(in: .test)
        )
        #expect(renaming.before.account.nickname.text == "b")
      },
      Change("a save of a profile") { store, world in
        let content = try ProfileContent(title: "t", description: "d", picture: nil)
        let edit = ProfileEdit(content, ofVersion: 0, changedAt: nil, of: world.b.id)
        let saved = try await store.save(edit, in: RequestContext(in: .test))
        #expect(saved.version == 1)
      },
      Change("a sign-out") { store, _ in
        let signOut = try await store.end(.active, in: RequestContext(in: .test), naming: 9)
        #expect(signOut.ended?.account.nickname.text == "b")
        #expect(signOut.stillOpen.map(\.account.nickname.text) == ["a"])
      },
      Change("an end of all sessions") { store, _ in
        let ended = try await store.endSessions(.all, in: RequestContext(in: .test))
        #expect(ended.count == 2)
      },
      Change("an issue of an identity token") { store, world in
        let issued = try await store.issueToken(for: world.b.id, label: "wiki", lifetime: nil)
        let tokens = try await store.identityTokens(of: world.b.id)
        #expect(tokens == [issued.token])
      },
      Change("a new recovery key") { store, world in
        let present = try #require(world.keys.keys(of: world.b).last)
        let new = try await store.replaceRecoveryKey(of: world.b, proof: .recoveryKey(present)).key
        let other = world.service.repository()
        _ = try await other.signIn(under: world.b.nickname, recoveryKey: new)
        _ = try await other.end(.active, in: RequestContext(in: .test), naming: 0)
      },
      Change("a removal of an account") { store, world in
        let key = try #require(world.keys.keys(of: world.b).last)
        let removal = try await store.remove(world.b.id, proof: .recoveryKey(key))
        #expect(removal?.account == world.b)
      },
    ]
  }

  /// A device on which two are signed in, by way of a proxy.
  struct World: Sendable {
    let service: RunningService
    let proxy: CuttingProxy
    let tokens = DeviceTokenVariable()
    let keys = KeyRing()
    let store: RemoteRepository
    let a: Account
    let b: Account

    init() async throws {
      service = try await .started()
      proxy = try await .started(before: service.port)
      store = service.repository(tokens, at: try proxy.address, keys: keys)
      let context = RequestContext(in: .test)
      a = try await store.signIn(SignInRequest(nickname: Nickname("a"), in: context)).active.account
      b = try await store.signIn(SignInRequest(nickname: Nickname("b"), in: context)).active.account
      // The first use of a token changes the store.
      _ = try await store.session(of: .active, on: .local)
    }

    /// What the service has recorded, but for new recovery keys: a repetition gets another one.
    func events() async throws -> [String] {
      try await service.store.events(limit: .max, in: .everything(on: .local))
        .filter { $0.kind != .recoveryKeyReplaced }
        .map { "\($0.kind) \($0.nickname ?? "")" }
    }
  }

  @Test(arguments: Change.all)
  func `make no difference to what is done, wherever they are cut`(change: Change) async throws {
    let whole = try await World()
    whole.proxy.cut(CuttingProxy.Cut(direction: .toClient, byteCount: .max))
    try await change.make(whole.store, whole)
    let lengths = CuttingProxy.Direction.allCases.map { (whole.proxy.passed($0), $0) }
    let expected = try await whole.events()
    // scripts/test --cut-step N sets the step.
    let step =
      ProcessInfo.processInfo.environment["MONIKER_TEST_CUT_STEP"].flatMap { Int($0) } ?? 97
    for (length, direction) in lengths {
      for byteCount in stride(from: 0, to: length, by: step) {
        let cut = CuttingProxy.Cut(direction: direction, byteCount: byteCount)
        let world = try await World()
        world.proxy.cut(cut)
        try await change.make(world.store, world)
        #expect(world.proxy.disarm(), "nothing was cut after \(cut)")
        #expect(try await world.events() == expected, "cut after \(cut)")
      }
    }
  }

  @Test func `of a call without a second chance say that the change may have been made`()
    async throws
  {
    let world = try await World()
    let store = world.service.repository(
      world.tokens,
      at: try world.proxy.address,
      timeouts: RemoteTimeouts(call: .seconds(3))
    )
    world.proxy.cut(CuttingProxy.Cut(direction: .toClient, byteCount: 1, isLast: true))
    let error = await #expect(throws: SessionError.self) {
      try await store.end(.active, in: RequestContext(in: .test), naming: 0)
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .unreachable)
    #expect(failure.detail.contains("the change may have been made"))
    #expect(failure.detail.contains("tried "))
    let text = "\(failure)"
    #expect(!text.contains(try #require(world.tokens.load()).text))
    try await poll { try await world.events().last == "signedOut b" }
  }
}
#endif
