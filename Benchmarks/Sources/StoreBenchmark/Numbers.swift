import MonikerDomain
import Synchronization

/// Numbers that no record of a store has yet.
struct Numbers {
  private var last: Int

  /// Starts behind the numbers of a filled store.
  init(after filling: Filling) {
    last = max(filling.sessionCount, filling.accountCount)
  }

  /// Returns the next number, and the time that belongs to it.
  mutating func next() -> (Int, Timestamp) {
    last += 1
    return (last, Numbered.time(last))
  }

  /// A sign-in that opens a new session.
  mutating func request(by nickname: Nickname) -> NumberedSignIn {
    let (number, time) = next()
    return NumberedSignIn(nickname: nickname, sessionID: Numbered.session(number), time: time)
  }
}

/// A sign-in with the ID and the time that the floor writes; the owner of a store sets its own.
struct NumberedSignIn: Sendable {
  let nickname: Nickname
  let sessionID: SessionID
  let time: Timestamp

  var request: SignInRequest { SignInRequest(nickname: nickname, in: .local) }
}

extension RequestContext {
  /// The context of all calls.
  static var local: RequestContext { RequestContext(in: .everything(on: .local)) }
}

extension StoreOwner {
  /// An owner whose times and IDs follow each other, behind those of a filled store.
  static func counting(after filling: Filling) -> StoreOwner {
    let first = max(filling.sessionCount, filling.accountCount)
    let last = Counter(first)
    return StoreOwner(
      now: { Numbered.time(last.next()) },
      random: { .random(in: .min ... .max) }
    )
  }
}

private final class Counter: Sendable {
  private let last: Atomic<Int>

  init(_ first: Int) {
    last = Atomic(first)
  }

  func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
