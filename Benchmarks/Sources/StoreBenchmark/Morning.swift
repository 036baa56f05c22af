import Foundation
import MonikerData
import MonikerDomain

/// The first sign-in of the morning, in a store whose sessions have all expired overnight, beside the
/// same in a store whose sessions are all open.
struct Morning {
  let sessionCount: Int

  private static let lifetime = Duration.seconds(8 * 3_600)
  private static let evening = Timestamp(millisecondsSince1970: 1_700_000_000_000)
  private static let morning = evening.advanced(by: .seconds(12 * 3_600))

  /// Measures sign-ins on copies of the two stores, each the first after the file is opened.
  func measure(in folder: String, turns: Int) async throws {
    let (expired, open) = ("\(folder)/expired.sqlite", "\(folder)/open.sqlite")
    try await fill(expired, lifetime: Self.lifetime)
    try await fill(open, lifetime: nil)
    let pairs = try await Pairs(turns, of: 1) { _ in
      try await signIn(expired)
    } theirs: { _ in
      try await signIn(open)
    }
    Report.title("all expired", "all open")
    Report.line("first sign-in", sessionCount, pairs)
  }

  private func fill(_ path: String, lifetime: Duration?) async throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let staging = SQLiteStagingStore(path: path)
    for start in stride(from: 0, to: sessionCount, by: 20_000) {
      let numbers = start..<min(sessionCount, start + 20_000)
      try await staging.append(
        numbers.map { number in
          .account(
            Account(
              id: Numbered.account(number),
              nickname: Numbered.nickname(number),
              createdAt: Self.evening
            ),
            lastSignedInAt: Self.evening
          )
        }
      )
    }
    for start in stride(from: 0, to: sessionCount, by: 20_000) {
      let numbers = start..<min(sessionCount, start + 20_000)
      try await staging.append(
        numbers.map { number in
          .session(
            Session(
              id: Numbered.session(number),
              accountID: Numbered.account(number),
              deviceID: .local,
              startedAt: Self.evening,
              lastSeenAt: Self.evening,
              expiresAt: lifetime.map { Self.evening.advanced(by: $0) },
              origin: Origin()
            )
          )
        }
      )
    }
    let active = Numbered.session(sessionCount - 1)
    let metadata = StoreMetadata(activeSessions: [.local: active], lastSequence: 0)
    try await staging.append([.metadata(metadata)])
    try await staging.publish(.ifEmpty)
  }

  private func signIn(_ original: String) async throws -> Duration {
    let path = original + ".measured"
    try replace(path, by: original)
    let owner = StoreOwner(now: { Self.morning }, random: { .random(in: .min ... .max) })
    let store = SQLiteRepository(path: path, owner: owner)
    let request = SignInRequest(nickname: Numbered.nickname(sessionCount / 2), in: .local)
    let taken = try await duration { keep(try await store.signIn(request)) }
    await store.close()
    return taken
  }
}
