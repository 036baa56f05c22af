import ArgumentParser
import Foundation
import Moniker
import MonikerData
import MonikerDomain

/// Makes a store in which each of many accounts is signed in on a device of its own.
struct Fill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a store with signed-in devices, and a file with their tokens."
  )

  @Argument var store: String
  @Argument var tokens: String
  @Argument var count: Int

  /// Every second session lasts that long after each use.
  private static let idleTimeout = Duration.seconds(8 * 3_600)

  func run() async throws {
    let staging = SQLiteStagingStore(path: store)
    let now = ProcessEnvironment.now()
    try await append(to: staging) { number in
      .account(
        Account(
          id: Numbered.account(number),
          nickname: Numbered.nickname(number),
          createdAt: Numbered.time(0)
        ),
        lastSignedInAt: Numbered.time(number)
      )
    }
    try await append(to: staging) { number in
      .device(
        Device(
          id: Self.device(number),
          label: "device \(number)",
          registeredAt: Numbered.time(number),
          origin: Origin(host: "127.0.0.1")
        ),
        tokens: Self.tokens(number)
      )
    }
    try await append(to: staging) { number in .session(Self.session(number, now)) }
    let active = (0..<count).map { (Self.device($0), Numbered.session($0)) }
    let metadata = StoreMetadata(
      activeSessions: Dictionary(uniqueKeysWithValues: active),
      lastSequence: 0,
      settings: StoreSettings(
        historyLimit: StoreSettings.standard.historyLimit,
        nicknameRest: .seconds(30 * 86_400)
      )
    )
    try await staging.append([.metadata(metadata)])
    try await staging.publish(.ifEmpty)
    let lines = (0..<count).map { Self.token($0).text + "\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: tokens))
  }

  private func append(
    to staging: SQLiteStagingStore,
    _ record: (Int) -> StoreRecord
  ) async throws {
    for start in stride(from: 0, to: count, by: 20_000) {
      try await staging.append((start..<min(count, start + 20_000)).map(record))
    }
  }

  private static func device(_ number: Int) -> DeviceID {
    let account = Numbered.account(number)
    return DeviceID(high: ~account.high, low: account.low)
  }

  /// The token of a device, the same in every run.
  private static func token(_ number: Int) -> Secret {
    var random = Numbered.account(number).high
    return Secret(.token) {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The upper bits depend on all the others.
      return random >> 58
    }
  }

  private static func tokens(_ number: Int) -> DeviceTokens {
    guard let tokens = DeviceTokens(confirmed: token(number).digest, unconfirmed: nil) else {
      preconditionFailure("a token is one")
    }
    return tokens
  }

  /// An open session, which has no end or was used at some moment of its last renewal interval.
  private static func session(_ number: Int, _ now: Timestamp) -> Session {
    let isSliding = number % 2 == 0
    let used = now.advanced(by: idleTimeout / 20 * -Double(number % 997) / 997)
    return Session(
      id: Numbered.session(number),
      accountID: Numbered.account(number),
      deviceID: device(number),
      startedAt: Numbered.time(number),
      lastSeenAt: used,
      expiresAt: isSliding ? used.advanced(by: idleTimeout) : nil,
      idleTimeout: isSliding ? idleTimeout : nil,
      origin: Origin(host: "127.0.0.1")
    )
  }
}
