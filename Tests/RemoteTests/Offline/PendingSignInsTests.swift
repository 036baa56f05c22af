#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A sign-in whose answer was lost` {
  private let folder: TemporaryFolder
  private let tokens = DeviceTokenVariable()
  private let keys = KeyRing()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func offline() throws -> RemoteOffline {
    try .kept(in: folder)
  }

  private var files: [String] { folder.contents.filter { $0.hasSuffix(".sign-ins") } }

  /// Signs in by way of a proxy that passes no answer.
  private func lose(_ nickname: String, _ service: RunningService) async throws {
    let proxy = try await CuttingProxy.started(before: service.port)
    let store = service.repository(
      tokens,
      at: try proxy.address,
      timeouts: RemoteTimeouts(call: .seconds(2)),
      keys: keys,
      offline: try offline()
    )
    proxy.cut(CuttingProxy.Cut(direction: .toClient, byteCount: 1, isLast: true))
    await #expect(throws: NicknameError.self) {
      try await store.signIn(request(nickname))
    }
    #expect(files.count == 1)
  }

  private func request(
    _ nickname: String,
    on terms: SessionTerms = .unlimited
  ) throws -> SignInRequest {
    SignInRequest(nickname: try Nickname(nickname), on: terms, in: RequestContext(in: .test))
  }

  @Test func `is completed by the next one, with the recovery key of the account`() async throws {
    let service = try await RunningService.started()
    try await lose("mina", service)
    #expect(tokens.load() == nil)
    let store = service.repository(tokens, keys: keys, offline: try offline())
    let signIn = try await store.signIn(request("mina"))
    #expect(signIn.isNewAccount)
    let key = try #require(keys.keys(of: signIn.active.account).last)
    #expect(tokens.load() != nil)
    #expect(files.isEmpty)
    let other = service.repository()
    let proven = try await other.signIn(under: Nickname("mina"), recoveryKey: key)
    #expect(proven.signIn.active.account == signIn.active.account)
  }

  @Test func `is not repeated by one on other terms, nor after it was refused`() async throws {
    let service = try await RunningService.started()
    try await lose("mina", service)
    let store = service.repository(tokens, keys: keys, offline: try offline())
    let terms = SessionTerms(lifetime: .seconds(600))
    await #expect(throws: NicknameError.self) {
      try await store.signIn(request("mina", on: terms))
    }
    #expect(try await store.signIn(request("mina")).isNewAccount)
    #expect(files.isEmpty)
  }

  @Test(arguments: [false, true])
  func `is completed on a device whose token was replaced by a late request`(
    isCut: Bool
  ) async throws {
    let service = try await RunningService.started()
    let first = service.repository(tokens, keys: keys, offline: try offline())
    _ = try await first.signIn(request("ann"))
    _ = try await first.session(of: .active, on: .local)
    let late = service.repository(tokens, keys: keys, offline: try offline()) {
      LateTransport(inner: $0, isCut: isCut)
    }
    let error = await #expect(throws: NicknameError.self) {
      try await late.signIn(request("mina"))
    }
    #expect("\(error, default: "")".contains("its token may be void"))
    let store = service.repository(tokens, keys: keys, offline: try offline())
    let signIn = try await store.signIn(request("mina"))
    #expect(signIn.isNewAccount)
    #expect(files.isEmpty)
    // It is the same device.
    let accounts = try await store.accounts(.first, in: .device(.local))
    #expect(Set(accounts.entries.map(\.account.nickname.text)) == ["ann", "mina"])
    let key = try #require(keys.keys(of: signIn.active.account).last)
    let proven = try await service.repository().signIn(under: Nickname("mina"), recoveryKey: key)
    #expect(proven.signIn.active.account == signIn.active.account)
  }

  @Test func `is completed after a program that kept its new token was killed`() async throws {
    let service = try await RunningService.started()
    let first = service.repository(tokens, keys: keys, offline: try offline())
    _ = try await first.signIn(request("ann"))
    _ = try await first.session(of: .active, on: .local)
    let killed = KilledTokenStore(inner: tokens) { [folder] in
      try? folder.contents.first { $0.hasSuffix(".sign-ins") }
        .map { ($0, try Data(contentsOf: URL(filePath: folder.file($0)))) }
    }
    let late = service.repository(killed, keys: keys, offline: try offline()) {
      LateTransport(inner: $0, isCut: false)
    }
    await #expect(throws: NicknameError.self) { try await late.signIn(request("mina")) }
    // What was there when the new token had been kept.
    let (file, content) = try #require(killed.found)
    try content.write(to: URL(filePath: folder.file(file)))
    let store = service.repository(tokens, keys: keys, offline: try offline())
    #expect(try await store.signIn(request("mina")).isNewAccount)
    let accounts = try await store.accounts(.first, in: .device(.local))
    #expect(Set(accounts.entries.map(\.account.nickname.text)) == ["ann", "mina"])
  }

  @Test func `is made anew if its ID cannot be repeated`() async throws {
    let service = try await RunningService.started()
    try await lose("mina", service)
    let file = try #require(files.first)
    let kept = try Data(contentsOf: URL(filePath: folder.file(file)))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file(file))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let store = service.repository(tokens, keys: keys, offline: try offline())
    #expect(try await store.signIn(request("mina")).isNewAccount)
    _ = try await store.session(of: .active, on: .local)
    // A program that was killed before it removed the file.
    try kept.write(to: URL(filePath: folder.file(file)))
    let again = try await store.signIn(request("mina"))
    #expect(!again.isNewAccount && !again.isNewSession)
    #expect(files.isEmpty)
  }
}

/// Notes a file at the moment at which a token has been kept, as a program that is killed then leaves it.
private final class KilledTokenStore: DeviceTokenStore {
  private let inner: DeviceTokenVariable
  private let look: @Sendable () -> (String, Data)?
  private let noted = Mutex<(String, Data)?>(nil)

  init(inner: DeviceTokenVariable, look: @escaping @Sendable () -> (String, Data)?) {
    (self.inner, self.look) = (inner, look)
  }

  var found: (String, Data)? { noted.withLock(\.self) }

  func load() -> RemoteSecret? { inner.load() }

  func save(_ token: RemoteSecret?) {
    inner.save(token)
    noted.withLock { $0 = look() }
  }

  func lock() -> (any Sendable)? { inner.lock() }
}

/// Brings the first sign-in to the service only after the second one, when the device uses its new token.
private actor LateTransport: InterposedTransport {
  let inner: any RemoteTransport
  private let isCut: Bool
  private var held: RemoteRequest?
  private var isHeld = false

  /// - Parameter isCut: whether the first use of the new token does not arrive.
  init(inner: any RemoteTransport, isCut: Bool) {
    self.inner = inner
    self.isCut = isCut
  }

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    if request.method == "POST", !isHeld {
      (held, isHeld) = (request, true)
      throw RemoteLoss(mayHaveArrived: true, detail: "it is late")
    }
    if request.method == "GET", let late = held {
      held = nil
      _ = try await inner.answer(to: late, within: limit)
    }
    if request.method == "GET", isCut {
      throw RemoteLoss(mayHaveArrived: false, detail: "it is cut")
    }
    return try await inner.answer(to: request, within: limit)
  }
}
#endif
