import MonikerData
import MonikerDomain

/// Measures the store beside the floor, each on its own file with the same content.
final class SQLitePairs {
  private let path: String
  private let store: SQLiteRepository
  private let floor: FloorIntentions
  private let filling: Filling
  private let turns: Int
  private var numbers: Numbers

  /// - Parameters:
  ///   - path: the file of the store; the floor's file has ".floor" appended.
  ///   - filling: the content of both files.
  ///   - turns: the number of turns of each measurement.
  init(path: String, _ filling: Filling, turns: Int) throws {
    store = SQLiteRepository(path: path, owner: .counting(after: filling))
    floor = FloorIntentions(path: path + ".floor")
    self.path = path
    self.filling = filling
    self.turns = turns
    numbers = Numbers(after: filling)
  }

  private func report(_ name: String, of count: Int, ours: Work, theirs: Work) async throws {
    let pairs = try await Pairs(turns, of: count, ours: ours, theirs: theirs)
    Report.line(name, filling.sessionCount, pairs)
  }

  /// Measures one operation in turns, and prints the result.
  private func report(
    _ name: String,
    each count: Int,
    ours: () async throws -> Void,
    theirs: () throws -> Void
  ) async throws {
    try await report(name, of: count) { count in
      try await duration { for _ in 0..<count { try await ours() } }
    } theirs: { count in
      try await duration { for _ in 0..<count { try theirs() } }
    }
  }

  /// Measures the reads.
  func reads() async throws {
    let (store, floor) = (store, floor)
    // With an empty log, each read asks for the size of the log; both logs therefore hold a frame.
    let (account, nickname) = (Numbered.account(-2), Numbered.nickname(2_000_000_001))
    keep(try await store.assign(nickname, to: nil, in: .local))
    floor.assign(nickname, to: account, at: numbers.next().1)
    let reference = NicknameReference(Numbered.nickname(filling.activeAccount))
    let middle = Numbered.session(filling.sessionCount / 2).description
    guard let prefix = SessionIDPrefix(middle) else {
      preconditionFailure("no session ID: \(middle)")
    }
    try await report("current", each: 200) {
      keep(try await store.session(of: .active, on: .local))
    } theirs: {
      floor.current()
    }
    try await report("session of a nickname", each: 200) {
      keep(try await store.session(of: .holder(of: reference), on: .local))
    } theirs: {
      floor.session(of: reference)
    }
    try await report("session by ID", each: 200) {
      keep(try await store.sessions(beginningWith: prefix, limit: 2, in: .everything(on: .local)))
    } theirs: {
      floor.session(beginningWith: prefix)
    }
    try await report("list of sessions", each: 10) {
      keep(try await store.sessions(endedLimit: 20, in: .everything(on: .local)))
    } theirs: {
      floor.sessions(endedLimit: 20)
    }
    try await report("history", each: 20) {
      keep(try await store.events(.all, PageRequest(limit: 20), in: .everything(on: .local)))
    } theirs: {
      floor.events(limit: 20)
    }
  }

  /// Measures the same reads through a library.
  func readsBesideLibrary() async throws {
    // GRDB writes to the file when it opens it, so it opens after the other reads.
    let (store, library) = (store, try GRDBReads(path: path + ".floor"))
    try await report("current", each: 200) {
      keep(try await store.session(of: .active, on: .local))
    } theirs: {
      try library.current()
    }
    try await report("list of sessions", each: 10) {
      keep(try await store.sessions(endedLimit: 20, in: .everything(on: .local)))
    } theirs: {
      try library.sessions(endedLimit: 20)
    }
  }

  /// Measures the writes, each durable before the next one begins.
  func writes() async throws {
    let (store, floor) = (store, floor)
    let (account, nickname) = (Numbered.account(-1), Numbered.nickname(2_000_000_000))
    _ = try await store.assign(nickname, to: nil, in: .local)
    floor.assign(nickname, to: account, at: numbers.next().1)
    try await report("claim", each: 4) {
      let number = numbers.next().0
      keep(try await store.assign(Numbered.nickname(number), to: nil, in: .local))
    } theirs: {
      let (number, time) = numbers.next()
      floor.assign(Numbered.nickname(number), to: Numbered.account(number), at: time)
    }
    // Each sign-in opens a session, since the previous session was ended.
    func ours(_ count: Int) async throws -> (signIns: Duration, signOuts: Duration) {
      var (signIns, signOuts) = (Duration.zero, Duration.zero)
      for _ in 0..<count {
        let request = numbers.request(by: nickname)
        signIns += try await duration { keep(try await store.signIn(request.request)) }
        signOuts += try await duration {
          keep(try await store.end(.active, in: .local, naming: 3))
        }
      }
      return (signIns, signOuts)
    }
    func theirs(_ count: Int) async -> (signIns: Duration, signOuts: Duration) {
      var (signIns, signOuts) = (Duration.zero, Duration.zero)
      for _ in 0..<count {
        let request = numbers.request(by: nickname)
        signIns += await duration { floor.signIn(request, as: nickname, of: account) }
        let time = numbers.next().1
        signOuts += await duration {
          floor.signOut(request.sessionID, of: account, nickname, at: time)
        }
      }
      return (signIns, signOuts)
    }
    let thread = FloorThread(path: path + ".floor")
    func theirsOnThread(_ count: Int) async -> Duration {
      var signIns = Duration.zero
      for _ in 0..<count {
        let request = numbers.request(by: nickname)
        signIns += await duration {
          await thread.signIn(request, as: nickname, of: account)
        }
        let time = numbers.next().1
        await thread.signOut(request.sessionID, of: account, nickname, at: time)
      }
      return signIns
    }
    try await report("sign-in", of: 4) { count in
      try await ours(count).signIns
    } theirs: { count in
      await theirs(count).signIns
    }
    let queue = QueueExecutor()
    let own = SQLiteRepository(path: path, owner: .counting(after: filling), executor: queue)
    func oursOnQueue(_ count: Int) async throws -> Duration {
      try await withTaskExecutorPreference(queue) {
        var signIns = Duration.zero
        for _ in 0..<count {
          let request = numbers.request(by: nickname)
          signIns += try await duration { keep(try await own.signIn(request.request)) }
          keep(try await own.end(.active, in: .local, naming: 3))
        }
        return signIns
      }
    }
    try await report("sign-in, on one thread", of: 4) { count in
      try await oursOnQueue(count)
    } theirs: { count in
      await theirs(count).signIns
    }
    await own.close()
    try await report("sign-in, both off the pool", of: 4) { count in
      try await ours(count).signIns
    } theirs: { count in
      await theirsOnThread(count)
    }
    try await report("sign-out", of: 4) { count in
      try await ours(count).signOuts
    } theirs: { count in
      await theirs(count).signOuts
    }
  }

  /// Measures sixty-four concurrent sign-ins beside as many one after another.
  func waiting() async throws {
    let store = store
    let nicknames = (0..<64).map { Numbered.nickname(1_000_000_000 + $0) }
    func turn(_ signIn: ([NumberedSignIn]) async throws -> Void) async throws -> Duration {
      let requests = nicknames.map { numbers.request(by: $0) }
      let duration = try await duration { try await signIn(requests) }
      _ = try await store.endSessions(.all, in: .local)
      return duration
    }
    try await report("64 sign-ins at once", of: 1) { _ in
      try await turn { requests in
        try await withThrowingTaskGroup { group in
          for request in requests { group.addTask { _ = try await store.signIn(request.request) } }
          try await group.waitForAll()
        }
      }
    } theirs: { _ in
      try await turn { requests in
        for request in requests { _ = try await store.signIn(request.request) }
      }
    }
  }
}
