import MonikerData
import MonikerDomain
import MonikerModel

/// Measures the property list beside UserDefaults, each on its own file with the same content.
final class PropertyListPairs {
  private let store: PropertyListRepository
  private let defaults: DefaultsIntentions
  private let filling: Filling
  private let turns: Int
  private var numbers: Numbers

  /// - Parameters:
  ///   - path: the file of the store.
  ///   - filling: the content of the store.
  ///   - turns: the number of turns of each measurement.
  init(path: String, _ filling: Filling, turns: Int) throws {
    store = PropertyListRepository(path: path, owner: .counting(after: filling))
    defaults = try DefaultsIntentions(suite: "\(filling.accountCount)", path: path)
    self.filling = filling
    self.turns = turns
    numbers = Numbers(after: filling)
  }

  func measure() async throws {
    let (store, defaults) = (store, defaults)
    let each = max(1, 400 / (filling.accountCount + 50))
    try await report("current", of: each) { count in
      try await duration {
        for _ in 0..<count { keep(try await store.session(of: .active, on: .local)) }
      }
    } theirs: { count in
      await duration { for _ in 0..<count { defaults.current() } }
    }
    let (account, nickname) = (Numbered.account(-1), Numbered.nickname(2_000_000_000))
    _ = try await store.assign(nickname, to: nil, in: .local)
    defaults.assign(nickname, to: account, at: numbers.next().1)
    try await inTurns(by: nickname)
    // Claims are measured last, since each makes the file larger.
    try await report("claim", of: 1) { _ in
      let number = numbers.next().0
      return try await duration {
        keep(try await store.assign(Numbered.nickname(number), to: nil, in: .local))
      }
    } theirs: { _ in
      let (number, time) = numbers.next()
      return await duration {
        defaults.assign(Numbered.nickname(number), to: Numbered.account(number), at: time)
      }
    }
  }

  /// Signs in and out in turns: each sign-in opens a session, since the previous session was ended.
  private func inTurns(by nickname: Nickname) async throws {
    let (store, defaults) = (store, defaults)
    for isSignOut in [false, true] {
      try await report(isSignOut ? "sign-out" : "sign-in", of: 1) { _ in
        let request = numbers.request(by: nickname)
        let signIn = try await duration { keep(try await store.signIn(request.request)) }
        let signOut = try await duration {
          keep(try await store.end(.active, in: .local, naming: 3))
        }
        return isSignOut ? signOut : signIn
      } theirs: { _ in
        let request = numbers.request(by: nickname)
        let signIn = await duration { defaults.signIn(request, as: nickname) }
        let time = numbers.next().1
        let signOut = await duration { defaults.signOut(nickname, at: time) }
        return isSignOut ? signOut : signIn
      }
    }
  }

  private func report(_ name: String, of count: Int, ours: Work, theirs: Work) async throws {
    let pairs = try await Pairs(turns, of: count, ours: ours, theirs: theirs)
    Report.line(name, filling.accountCount, pairs)
  }
}
