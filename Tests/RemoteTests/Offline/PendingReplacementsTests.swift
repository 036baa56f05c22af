#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A replacement of a recovery key whose answer was lost` {
  private let folder: TemporaryFolder
  private let tokens = DeviceTokenVariable()
  private let keys = KeyRing()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func offline() throws -> RemoteOffline {
    try .kept(in: folder)
  }

  private var files: [String] { folder.contents.filter { $0.hasSuffix(".replacements") } }

  /// Signs in, and replaces the key by way of a proxy that passes no answer.
  private func lose(
    _ service: RunningService
  ) async throws -> (account: Account, proof: RemoteProof) {
    let store = service.repository(tokens, keys: keys, offline: try offline())
    let first = try await store.signIn(under: Nickname("mina"))
    let (account, proof) = (
      first.signIn.active.account, RemoteProof.recoveryKey(try #require(first.recoveryKey))
    )
    _ = try await store.session(of: .active, on: .local)
    let proxy = try await CuttingProxy.started(before: service.port)
    let lossy = service.repository(
      tokens,
      at: try proxy.address,
      timeouts: RemoteTimeouts(call: .seconds(2)),
      offline: try offline()
    )
    proxy.cut(CuttingProxy.Cut(direction: .toClient, byteCount: 1, isLast: true))
    await #expect(throws: RemoteError.self) {
      try await lossy.replaceRecoveryKey(of: account, proof: proof)
    }
    #expect(files.count == 1)
    return (account, proof)
  }

  @Test(arguments: [false, true])
  func `gives the new key to the next one, even after another key was tried`(
    isWrongBefore: Bool
  ) async throws {
    let service = try await RunningService.started()
    let (account, proof) = try await lose(service)
    let store = service.repository(tokens, keys: keys, offline: try offline())
    if isWrongBefore {
      let wrong = RemoteProof.recoveryKey(
        try #require(RemoteSecret("mnr-00000-00000-00000-00000-000000"))
      )
      await #expect(throws: RemoteError.self) {
        try await store.replaceRecoveryKey(of: account, proof: wrong)
      }
      #expect(files.count == 1)
    }
    let key = try await store.replaceRecoveryKey(of: account, proof: proof).key
    #expect(keys.keys(of: account).last == key)
    #expect(files.isEmpty)
    let proven = try await service.repository().signIn(under: Nickname("mina"), recoveryKey: key)
    #expect(proven.signIn.active.account == account)
    // The former key proves nothing now.
    await #expect(throws: RemoteError.self) {
      try await store.replaceRecoveryKey(of: account, proof: proof)
    }
    #expect(files.isEmpty)
  }
}
#endif
