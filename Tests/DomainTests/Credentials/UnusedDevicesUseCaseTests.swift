import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `The use case of unused devices` {
  @Test func `forgets them page by page`() async throws {
    let clock = ManualClock()
    let store = InMemoryRepository(owner: .test(clock))
    let useCase = UnusedDevicesUseCase(store: store, in: .test, now: { clock.now })
    for number in 1...3 as ClosedRange<UInt8> {
      let digest = try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
      _ = try await store.register(DeviceRegistration(label: nil, provenBy: digest))
    }
    let age = Duration.seconds(60)
    clock.advance(by: 60_000)
    func forget(at cursor: PageCursor? = nil) async throws -> PageCursor? {
      let page = PageRequest(at: cursor, limit: 2)
      return try await useCase.forget(among: page, olderThan: age)
    }
    #expect(try await forget(at: try await forget()) == nil)
    #expect(try await store.devices(in: .test).count == 3)
    clock.advance(by: 1)
    let next = try #require(try await forget())
    #expect(try await store.devices(in: .test).count == 1)
    #expect(try await forget(at: next) == nil)
    #expect(try await store.devices(in: .test).isEmpty)
  }
}
