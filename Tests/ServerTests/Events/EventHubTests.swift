#if Server
import Foundation
import Logging
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `The streams of events` {
  private let clock = ManualClock()
  private let folder: TemporaryFolder
  private let store: SQLiteRepository

  init() throws {
    folder = try TemporaryFolder()
    store = SQLiteRepository(path: folder.file("s.sqlite"), owner: .test(clock))
  }

  /// Runs a hub while an action runs.
  private func withHub(
    second: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(3_600))
    },
    _ body: (EventHub) async throws -> Void
  ) async throws {
    let hub = EventHub(
      ProvenSessionsUseCase(store),
      view: DeviceView(history: store),
      now: { [clock] in clock.now },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      second: second
    )
    let running = Task { try await hub.run() }
    defer { running.cancel() }
    try await body(hub)
  }

  private static func digest(_ number: UInt8) throws -> SecretDigest {
    try #require(SecretDigest(bytes: [UInt8](repeating: number, count: 32)))
  }

  /// Registers a device whose token has a number, and signs in on it.
  private func signIn(
    _ nickname: String,
    _ number: UInt8,
    for lifetime: Duration? = nil
  ) async throws -> DeviceID {
    let token = try Self.digest(number)
    let device = try await store.register(DeviceRegistration(label: nil, provenBy: token))
    try await store.confirmToken(token)
    _ = try await store.signIn(
      SignInRequest(
        nickname: try Nickname(nickname),
        on: SessionTerms(lifetime: lifetime),
        in: RequestContext(in: .device(device.id))
      )
    )
    return device.id
  }

  /// Waits for what a stream tells next, in short.
  private func next(_ stream: EventStream) async throws -> String {
    var event: EventStream.Event?
    try await poll {
      event = stream.take()
      return event != nil
    }
    switch event {
    case nil: return "nothing"
    case .state(.signedOut): return "signed out"
    case .state(.signedIn(let active)): return active.account.nickname.text
    case .state(.ended): return "ended"
    case .view(let version): return "view: \(version)"
    case .comment: return "comment"
    case .end(let reason): return "end: \(reason)"
    }
  }

  @Test func `begin with the present state, and tell what concerns their device`() async throws {
    let devices = [try await signIn("mina", 1), try await signIn("zoe", 2)]
    try await withHub { hub in
      let mina = hub.open(to: devices[0], provenBy: try Self.digest(1))
      let zoe = hub.open(to: devices[1], provenBy: try Self.digest(2))
      #expect(try await next(mina) == "mina")
      #expect(try await next(zoe) == "zoe")
      let context = RequestContext(in: .device(devices[0]))
      _ = try await store.rename(.active, to: try Nickname("minami"), in: context)
      #expect(try await next(mina) == "minami")
      _ = try await store.end(.active, in: context, naming: 0)
      #expect(try await next(mina) == "signed out")
      // Every look tells all streams, and the other one has heard nothing.
      #expect(zoe.take() == nil)
    }
  }

  @Test(arguments: [false, true])
  func `end when the token proves nothing any more`(byAnotherProcess: Bool) async throws {
    let device = try await signIn("mina", 1)
    let other =
      byAnotherProcess
      ? SQLiteRepository(path: folder.file("s.sqlite"), owner: .test(clock)) : store
    try await withHub { hub in
      let stream = hub.open(to: device, provenBy: try Self.digest(1))
      #expect(try await next(stream) == "mina")
      _ = try await other.forget(device, in: RequestContext(in: .everything(on: .local)))
      #expect(try await next(stream) == "end: revoked")
    }
  }

  @Test func `tell a page of each change that its device may see, and of no other`() async throws {
    let devices = [
      try await signIn("mina", 1), try await signIn("mina", 2), try await signIn("zoe", 3),
    ]
    let other = RequestContext(in: .device(devices[1]))
    let stranger = RequestContext(in: .device(devices[2]))
    try await withHub { hub in
      let page = hub.open(to: devices[0], provenBy: try Self.digest(1), followsView: true)
      var versions = [try await next(page)]
      _ = try await store.end(.active, in: other, naming: 0)
      versions.append(try await next(page))
      _ = try await store.rename(.active, to: try Nickname("ada"), in: stranger)
      // A look at everything for the stranger's own stream comes after that for the page.
      let own = hub.open(to: devices[2], provenBy: try Self.digest(3))
      #expect(try await next(own) == "ada")
      #expect(page.take() == nil)
      _ = try await store.end(.active, in: RequestContext(in: .device(devices[0])), naming: 0)
      versions.append(try await next(page))
      #expect(versions.last == "view: signedOut" && Set(versions).count == 3, "\(versions)")
    }
  }

  @Test func `end without a state if the token proves nothing when they begin`() async throws {
    let device = try await signIn("mina", 1)
    try await withHub { hub in
      let stream = hub.open(to: device, provenBy: try Self.digest(9))
      #expect(try await next(stream) == "end: revoked")
    }
  }

  @Test func `tell that a session has expired, by the clock alone`() async throws {
    let device = try await signIn("mina", 1, for: .seconds(5))
    let (seconds, second) = AsyncStream.makeStream(of: Void.self)
    try await withHub(
      second: {
        for await _ in seconds { return }
        throw CancellationError()
      }
    ) { hub in
      let stream = hub.open(to: device, provenBy: try Self.digest(1))
      #expect(try await next(stream) == "mina")
      clock.advance(by: 5_000)
      second.yield()
      #expect(try await next(stream) == "ended")
    }
  }

  @Test func `end if the store cannot be read for some seconds`() async throws {
    let device = try await signIn("mina", 1)
    try await withHub { hub in
      let stream = hub.open(to: device, provenBy: try Self.digest(1))
      #expect(try await next(stream) == "mina")
      try Data("no store".utf8).write(
        to: URL(filePath: folder.file("s.sqlite")),
        options: .atomic
      )
      #expect(try await next(stream) == "end: storeFailed")
    }
  }
}

#endif
