import MonikerDomain

/// Numbers that nothing in a store has yet.
struct Numbers {
  private var last: Int
  private let historyLimit: Int

  /// Those behind all that a store holds at first.
  ///
  /// - Parameter historyLimit: how many events are kept.
  init(after filling: Filling, historyLimit: Int = .max) {
    self.historyLimit = historyLimit
    last = max(filling.sessionCount, filling.accountCount)
  }

  /// The next one, and the moment that belongs to it.
  mutating func next() -> (Int, RequestContext) {
    last += 1
    return (last, RequestContext(at: Numbered.time(last), historyLimit: historyLimit))
  }

  /// A sign-in that opens a session of its own.
  mutating func request(by nickname: Nickname) -> SignInRequest {
    let (number, context) = next()
    return SignInRequest(
      nickname: nickname,
      newAccountID: Numbered.account(number),
      newSessionID: Numbered.session(number),
      at: context
    )
  }
}
