#if Server
import Foundation
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

/// How often each law is tried with another cut, and all walks are taken: scripts/test --cuts N.
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
    database = try TestDatabase.forRows()
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

/// The text of a value, with the numbers of events replaced by their order: a change that is made again
/// draws other numbers.
private struct Numberless: Equatable {
  let text: String

  init(_ value: some Any) {
    let text = String(reflecting: value)
    let pattern = #/(sequence: (?:Swift\.)?(?:Optional\()?)(\d+)/#
    let numbers = Set(text.matches(of: pattern).compactMap { Int($0.output.2) }).sorted()
    self.text = text.replacing(pattern) { match in
      let order = Int(match.output.2).flatMap { numbers.firstIndex(of: $0) }
      return match.output.1 + "#\(order ?? -1)"
    }
  }
}

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(60))) struct `A connection that is cut after any message` {
  static let seeds = (0..<(roundCount ?? 1)).map { _ in UInt64.random(in: 0...UInt64.max) }

  /// All laws, or some of them.
  static let laws: [Law] = {
    let all = Contract.laws(for: .postgreSQL)
    return roundCount == nil ? Array(all.shuffled().prefix(40)) : all
  }()

  @Test(arguments: laws, seeds)
  func `breaks no law`(law: Law, seed: UInt64) async throws {
    guard await Self.allowsGaps(law) else { return }
    var random = SeededGenerator(seed: seed)
    // Most laws need some hundred messages.
    let cut = WireProxy.Cut(
      direction: .allCases.randomElement(using: &random) ?? .toServer,
      messageCount: Int.random(in: 0..<300, using: &random)
    )
    let store = StoreUnderTest("", StoreUnderTest.postgreSQL.capabilities) {
      let place = try ProxiedStore()
      return StorePlace {
        place.proxy.cut(after: cut)
        return place.open()
      }
    }
    do {
      try await law.check(store)
    } catch {
      // The content of a store is read in many steps on one snapshot, which ends with its connection.
      let isHonest = "\(error)".contains("the connection ended while its content was read")
      #expect(isHonest, "\(law), cut after \(cut), seed \(seed): \(error)")
    }
  }

  /// Whether a law leaves gaps between the numbers of events, as the ports do: a change that is made again
  /// draws other numbers.
  private static func allowsGaps(_ law: Law) async -> Bool {
    let store = StoreUnderTest("", StoreUnderTest.postgreSQL.capabilities) {
      let database = try TestDatabase()
      try database.run("ALTER SEQUENCE moniker.event_number_seq INCREMENT BY 3")
      return StorePlace { try database.store() }
    }
    do {
      try await law.check(store)
      return true
    } catch {
      return false
    }
  }

  /// All cuts, or some of them.
  static let cuts: [WireProxy.Cut] = {
    // Few intentions need more messages than 60, and hardly one more than 150.
    let all = (0..<(roundCount == nil ? 60 : 150)).flatMap { count in
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
      #expect(
        Numberless(actual) == Numberless(expected),
        "Step \(number), \(intention), seed \(seed)"
      )
      let scopes = [circumstances.scope]
      let held = try await Observation.all(store, in: scopes)
      let modelled = try await Observation.all(model, in: scopes)
      try #require(
        Numberless(held) == Numberless(modelled),
        "Step \(number), \(intention), seed \(seed)"
      )
    }
    print("A walk was cut after \(cut) in \(cutCount) of 60 steps.")
    #expect(try await store.defects() == [])
  }
}
#endif
