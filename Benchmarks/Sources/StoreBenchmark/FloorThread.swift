import MonikerDomain

/// The floor called on a thread of its own, so that no task of the cooperative pool waits for the
/// disk.
actor FloorThread {
  private let executor = QueueExecutor()
  private let floor: FloorIntentions

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(path: String) {
    floor = FloorIntentions(path: path)
  }

  func signIn(_ request: NumberedSignIn, as nickname: Nickname, of account: AccountID) {
    floor.signIn(request, as: nickname, of: account)
  }

  func signOut(
    _ session: SessionID,
    of account: AccountID,
    _ nickname: Nickname,
    at time: Timestamp
  ) {
    floor.signOut(session, of: account, nickname, at: time)
  }
}
