import MonikerDomain

/// Numbers that no record of a store has yet.
struct Numbers {
  private var last: Int
  private let historyLimit: Int

  /// Starts behind the numbers of a filled store.
  ///
  /// - Parameter historyLimit: the number of events that the store keeps.
  init(after filling: Filling, historyLimit: Int = .max) {
    self.historyLimit = historyLimit
    last = max(filling.sessionCount, filling.accountCount)
  }

  /// Returns the next number, and the context of the time that belongs to it.
  mutating func next() -> (Int, RequestContext) {
    last += 1
    let context = RequestContext(
      at: Numbered.time(last),
      in: .everything(on: .local),
      historyLimit: historyLimit
    )
    return (last, context)
  }

  /// A sign-in that opens a new session.
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
