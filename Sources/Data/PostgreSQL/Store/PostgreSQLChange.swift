#if Server
import MonikerDomain
import MonikerFiles
import MonikerModel
import Synchronization

/// A change of the store that is made once, whatever becomes of the connection.
///
/// With each change its ID is written. If the answer to the commit is lost, the ID tells on another
/// connection whether the change was made; if not, it is made again.
struct PostgreSQLChange<Answer: Sendable, Refusal: PortError>: Sendable {
  struct Outcome: Sendable {
    let result: Result<Answer, Refusal>
    /// Whether something was written.
    let isChanged: Bool
    /// The accounts that have as many events as the history limit keeps.
    let full: Set<Int64>
  }

  typealias Body =
    @Sendable (PostgreSQLTransaction) throws(PostgreSQLFailure) ->
    Result<StoreStep<Answer>, Refusal>

  /// How often a change is tried again because others took what it was about to take.
  private static var maximumCollisions: Int { 20 }

  /// How long a change that is in doubt is looked up before it fails.
  private static var patience: Duration { .seconds(20) }

  private let pool: PostgreSQLPool
  private let clock: PostgreSQLClock
  private let body: Body
  private let id = IntentionID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))

  init(in pool: PostgreSQLPool, clock: PostgreSQLClock, _ body: @escaping Body) {
    self.pool = pool
    self.clock = clock
    self.body = body
  }

  /// Makes the change.
  func make() async throws(PostgreSQLFailure) -> Outcome {
    let last = LastOutcome()
    var collisions = 0
    var ownCollisions = 0
    while true {
      do throws(PostgreSQLFailure) {
        return try await attempt(last, lookingUp: false)
      } catch {
        switch error.kind {
        case .outcomeUnknown:
          return try await settle(last, after: error)
        case .uniqueViolation(let constraint)
        where !Self.ownIDs.contains(constraint) && collisions < Self.maximumCollisions:
          collisions += 1
        case .uniqueViolation(let constraint)
        where Self.ownIDs.contains(constraint) && ownCollisions < 1:
          // The ID may have been used after the attempt had read what it depends on; now it is used before.
          ownCollisions += 1
        default:
          throw error
        }
      }
    }
  }

  /// The constraints that an ID of the owner violates if it was used before.
  private static var ownIDs: Set<String> {
    ["account_id", "session_id", "device_id", "identity_token_id"]
  }

  /// The result of the last attempt, and whether it is known that no attempt before was committed.
  private final class LastOutcome: Sendable {
    let outcome = Mutex<Outcome?>(nil)
    let isSettled = Mutex(false)
  }

  private func attempt(
    _ last: LastOutcome,
    lookingUp isInDoubt: Bool
  ) async throws(PostgreSQLFailure) -> Outcome {
    last.isSettled.withLock { $0 = false }
    return try await pool.change { connection throws(PostgreSQLFailure) in
      let transaction = PostgreSQLTransaction(connection, at: pool.location, clock: clock)
      if isInDoubt {
        if try transaction.isCompleted(id), let made = last.outcome.withLock(\.self) {
          return (true, made)
        }
        last.isSettled.withLock { $0 = true }
      }
      let step = try body(transaction)
      guard case .success(.changed) = step else {
        return (false, Outcome(result: step.map(\.answer), isChanged: false, full: []))
      }
      try transaction.finish(isInDoubt ? nil : id)
      let made = Outcome(result: step.map(\.answer), isChanged: true, full: transaction.full)
      last.outcome.withLock { $0 = made }
      return (true, made)
    }
  }

  /// Finds out whether the change was made, and makes it if not.
  ///
  /// - Throws: what says that it is not known if no server can be asked for some time.
  private func settle(
    _ last: LastOutcome,
    after doubt: PostgreSQLFailure
  ) async throws(PostgreSQLFailure) -> Outcome {
    let countdown = Countdown(Self.patience)
    while !countdown.isOver, !Task.isCancelled {
      do throws(PostgreSQLFailure) {
        return try await attempt(last, lookingUp: true)
      } catch {
        switch error.kind {
        case .uniqueViolation(let constraint) where !Self.ownIDs.contains(constraint): continue
        case .outcomeUnknown, .connectionLost, .readOnly: break
        default:
          if last.isSettled.withLock(\.self) { throw error }
        }
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
    throw doubt
  }
}
#endif
