import MonikerDomain
import MonikerDoubles

extension Contract {
  private static var crowd: ClosedRange<Int> { 1...100 }

  static var concurrency: [Law] {
    [
      Law("Of 100 concurrent claims on one nickname, one succeeds", .seesEverything) { place in
        let store = try await place.open()
        try await expectOneWinner(among: [store])
      },
      Law("Of 100 concurrent sign-ins under one nickname, one adds the account") { place in
        let store = try await place.openPersonal()
        let signIns = try await inParallel { number in
          try await store.signIn(try Sample.request("a", number))
        }
        try expect("accounts made", signIns.count(where: \.isNewAccount), is: 1)
        try expect("sessions opened", signIns.count(where: \.isNewSession), is: 1)
        try expect("sessions", Set(signIns.map(\.active.session.id)).count, is: 1)
        try expect("accounts", try await store.accounts().count, is: 1)
      },
      Law("Of 100 concurrent sign-ins under different nicknames, all are kept") { place in
        let store = try await place.openPersonal()
        let signIns = try await inParallel { number in
          try await store.signIn(try Sample.request("n\(number)", number))
        }
        try expect(
          "accounts",
          Set(try await store.accounts()),
          is: Set(signIns.map(\.active.account))
        )
        try expect(
          "open sessions",
          Set(try await store.openSessions(at: Sample.time(), limit: .max)),
          is: Set(signIns.map(\.active))
        )
      },
    ]
  }

  /// Claims one nickname for 100 accounts, distributed over the stores.
  static func expectOneWinner(among stores: [any Store]) async throws {
    let outcomes = try await inParallel { number in
      let store = stores[number % stores.count]
      do throws(NicknameError) {
        // The nickname has two spellings, so that a store that compares texts fails.
        let nickname = try Sample.nickname(number.isMultiple(of: 2) ? "wanted" : "WANTED")
        return Result<Account, NicknameError>.success(
          try await store.assign(nickname, to: Sample.accountID(number), at: Sample.context())
        )
      } catch {
        return .failure(error)
      }
    }
    let winners = outcomes.compactMap { try? $0.get() }
    try expect("winners", winners.count, is: 1)
    for case .failure(let error) in outcomes {
      guard case .taken(_, let holder) = error, holder == winners.first else {
        throw LawBroken("a loser was told \(error), and the winner is \(winners)")
      }
    }
    for store in stores {
      try expect("accounts", try await store.accounts(), is: winners)
    }
  }

  /// Runs an operation 100 times concurrently: no task begins before all have started.
  static func inParallel<Value: Sendable>(
    _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    let start = StartingLine(crowd.count)
    return try await withThrowingTaskGroup(of: Value.self) { group in
      for number in crowd {
        group.addTask {
          await start.wait()
          return try await body(number)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// A barrier at which tasks wait until the last one has arrived.
private actor StartingLine {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    missing = count
  }

  func wait() async {
    missing -= 1
    guard missing == 0 else { return await withCheckedContinuation { waiting.append($0) } }
    for task in waiting { task.resume() }
  }
}
