#if Server
import MonikerDomain
import Testing

@testable import MonikerServer

@Suite struct `A stream of events` {
  private let stream: EventStream
  private let device = Device(
    id: DeviceID(high: 0, low: 7),
    label: nil,
    registeredAt: Self.time(0),
    origin: Origin()
  )

  init() throws {
    let token = try #require(SecretDigest(bytes: [UInt8](repeating: 1, count: 32)))
    stream = EventStream(to: device.id, provenBy: token)
  }

  private static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: seconds * 1_000)
  }

  /// What the token proves while an account is signed in, or nobody is.
  private func proven(_ nickname: String?, until end: Timestamp? = nil) throws -> ProvenSession {
    let active = try nickname.map { nickname in
      let account = Account(
        id: AccountID(high: 0, low: 1),
        nickname: try Nickname(nickname),
        createdAt: Self.time(0)
      )
      let session = Session(
        id: SessionID(high: 0, low: 1),
        accountID: account.id,
        deviceID: device.id,
        startedAt: Self.time(0),
        lastSeenAt: Self.time(0),
        expiresAt: end,
        origin: Origin()
      )
      return AccountSession(account: account, session: session)
    }
    return ProvenSession(
      DeviceProof(of: device, isConfirmed: true),
      SessionSnapshot(active: active)
    )
  }

  /// What is told next, in short.
  private func next() -> String? {
    switch stream.take() {
    case nil: nil
    case .state(.signedOut): "signed out"
    case .state(.signedIn(let active)): active.account.nickname.text
    case .state(.ended): "ended"
    case .view(let version): "view: \(version)"
    case .comment: "comment"
    case .end(let reason): "end: \(reason)"
    }
  }

  @Test func `tells each state once`() throws {
    stream.tell(try proven("mina"), at: Self.time(1))
    #expect(next() == "mina")
    stream.tell(try proven("mina"), at: Self.time(2))
    #expect(next() == nil)
    stream.tell(try proven(nil), at: Self.time(3))
    #expect(next() == "signed out")
  }

  @Test func `tells a slow reader the newest state alone`() throws {
    for nickname in ["mina", nil, "zoe"] { stream.tell(try proven(nickname), at: Self.time(1)) }
    #expect(next() == "zoe")
    #expect(next() == nil)
  }

  @Test func `ends if the token proves nothing, or another device, and tells nothing more`() throws
  {
    for other in [nil, DeviceID(high: 0, low: 8)] as [DeviceID?] {
      let stream = try `A stream of events`()
      stream.stream.tell(try proven("mina"), at: Self.time(1))
      let wrong = try other.map { id in
        let device = Device(id: id, label: nil, registeredAt: Self.time(0), origin: Origin())
        return ProvenSession(
          DeviceProof(of: device, isConfirmed: true),
          try proven("zoe").session
        )
      }
      stream.stream.tell(wrong, at: Self.time(2))
      stream.stream.tell(try proven("zoe"), at: Self.time(3))
      _ = stream.stream.tick(at: Self.time(4))
      stream.stream.end("shutdown")
      #expect(stream.next() == "end: revoked")
      #expect(stream.next() == nil)
    }
  }

  @Test func `tells a comment after 15 seconds without an event, and ends after an hour`() throws {
    stream.tell(try proven("mina"), at: Self.time(0))
    #expect(next() == "mina")
    var told: [Int: String] = [:]
    for second in 1...3_601 {
      _ = stream.tick(at: Self.time(0))
      if second == 20 { stream.tell(try proven("zoe"), at: Self.time(0)) }
      told[second] = next()
    }
    var expected = [15: "comment", 20: "zoe", 3_600: "end: timeout"]
    for second in stride(from: 35, to: 3_600, by: 15) { expected[second] = "comment" }
    #expect(told == expected)
  }

  @Test func `says when its session has expired since it was told`() throws {
    stream.tell(try proven("mina", until: Self.time(9)), at: Self.time(1))
    #expect(!stream.tick(at: Self.time(8)))
    #expect(stream.tick(at: Self.time(9)))
    #expect(next() == "mina")
    stream.tell(try proven("mina", until: Self.time(9)), at: Self.time(9))
    #expect(next() == "ended")
    #expect(!stream.tick(at: Self.time(10)))
  }
}
#endif
