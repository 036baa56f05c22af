import MonikerDomain

/// A change that waits for its turn, with whoever has asked for it.
///
/// Not Sendable: it belongs to the store's actor.
final class WaitingChange {
  /// What has come of it: nil while nothing has.
  enum Outcome {
    case changed
    /// Refused, or there was nothing to change.
    case settled
    case failed(StoreFailure)
  }

  /// Whether no other one may be written together with it.
  let isAlone: Bool
  private(set) var outcome: Outcome?

  private let body: (SQLiteConnection) throws(StoreFailure) -> Bool
  private let tell: (StoreFailure?) -> Void

  /// - Parameters:
  ///   - isAlone: see ``isAlone``.
  ///   - body: does it, be it more than once.
  ///   - tell: is handed, once, what has come of it, or why nothing has.
  init<Answer, Refusal>(
    isAlone: Bool,
    _ body:
      @escaping (SQLiteConnection) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>,
    tell: @escaping (consuming Result<Result<Answer, Refusal>, StoreFailure>) -> Void
  ) {
    self.isAlone = isAlone
    var outcome: Result<Answer, Refusal>?
    self.body = { connection throws(StoreFailure) in
      let step = try body(connection)
      outcome = step.map(\.answer)
      if case .success(.changed) = step { return true }
      return false
    }
    self.tell = { failure in
      if let failure {
        tell(.failure(failure))
      } else if let outcome = outcome.take() {
        // Handed on as it is: there may be a hundred texts in it.
        tell(.success(outcome))
      }
    }
  }

  /// Makes it on a connection.
  func make(on connection: SQLiteConnection) throws(StoreFailure) {
    outcome = try body(connection) ? .changed : .settled
  }

  func fail(with failure: StoreFailure) {
    outcome = .failed(failure)
  }

  /// Tells whoever has asked.
  func answer() {
    switch outcome {
    case .failed(let failure): tell(failure)
    case .changed, .settled: tell(nil)
    case nil: preconditionFailure("nobody is answered before there is an answer")
    }
  }

  var isChanged: Bool { if case .changed? = outcome { true } else { false } }

  /// Whether it has found the file damaged.
  var hasFoundDamage: Bool {
    if case .failed(let failure)? = outcome { failure.reason == .damaged } else { false }
  }
}
