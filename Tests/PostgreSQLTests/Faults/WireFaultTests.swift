#if Server
import Foundation
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

/// How often the tests are run with other cuts: scripts/test --cuts N.
private let roundCount = ProcessInfo.processInfo.environment["MONIKER_TEST_CUTS"].flatMap {
  Int($0)
}

/// A store whose connections pass through a proxy.
private struct ProxiedStore: Sendable {
  let database: TestDatabase
  let proxy: WireProxy
  let address: PostgreSQLAddress

  init() throws {
    let cluster = try PostgreSQLCluster.shared.get()
    database = try TestDatabase()
    proxy = try WireProxy(before: cluster.folder)
    let uri = database.uri().replacing(cluster.folder, with: proxy.host)
    address = try #require(PostgreSQLAddress(uri))
  }

  func open() -> PostgreSQLRepository {
    PostgreSQLRepository(
      address,
      owner: Contract.owner,
      clock: .owner,
      poolSize: 2,
      wait: .seconds(60)
    )
  }
}

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(60))) struct `A connection that is cut after any message` {
  static let seeds = (0..<(roundCount ?? 1)).map { _ in UInt64.random(in: 0...UInt64.max) }

  static let laws = Contract.laws(for: .postgreSQL)

  @Test(arguments: laws, seeds)
  func `breaks no law`(law: Law, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Most laws need some hundred messages.
    let cut = WireProxy.Cut(
      direction: .allCases.randomElement(using: &random) ?? .toServer,
      messageCount: Int.random(in: 0..<300, using: &random)
    )
    let store = StoreUnderTest(
      "PostgreSQL that is cut after \(cut), seed \(seed)",
      StoreUnderTest.postgreSQL.capabilities
    ) {
      let place = try ProxiedStore()
      return StorePlace {
        let store = place.open()
        // A store that cannot connect says so; what is cut here is a connection in use.
        _ = try await store.settings()
        place.proxy.cut(after: cut)
        return store
      }
    }
    try await law.check(store)
  }

  /// All cuts, or some of them.
  static let cuts: [WireProxy.Cut] = {
    let all = (0..<60).flatMap { count in
      WireProxy.Direction.allCases.map { WireProxy.Cut(direction: $0, messageCount: count) }
    }
    return roundCount == nil ? Array(all.shuffled().prefix(6)) : all
  }()

  @Test(arguments: cuts)
  func `changes no answer, and makes nothing twice or by half`(cut: WireProxy.Cut) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let place = try ProxiedStore()
    let (store, model) = (place.open(), InMemoryRepository())
    for store in [store, model] as [any Store] {
      try await store.change(StoreSettingsChange(historyLimit: 12))
    }
    var cutCount = 0
    for number in 0..<60 {
      let intention = Intention.random(number: number, reopening: false, by: &random)
      let circumstances = Circumstances(
        scope: .everything(on: Sample.deviceID(Int.random(in: 1...3, using: &random)))
      )
      place.proxy.cut(after: cut)
      let actual = await intention.answer(of: store, in: circumstances)
      if place.proxy.disarm() { cutCount += 1 }
      let expected = await intention.answer(of: model, in: circumstances)
      #expect(actual == expected, "Step \(number), \(intention), seed \(seed)")
      let scopes = [circumstances.scope]
      let held = try await Observation.all(store, in: scopes)
      let modelled = try await Observation.all(model, in: scopes)
      try #require(held == modelled, "Step \(number), \(intention), seed \(seed)")
    }
    print("A walk was cut after \(cut) in \(cutCount) of 60 steps.")
    #expect(try await store.defects() == [])
  }
}
#endif
