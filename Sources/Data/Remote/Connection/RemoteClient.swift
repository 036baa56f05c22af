#if Server
import MonikerDomain
import MonikerFiles
import Synchronization

/// Makes calls of a service as this device.
///
/// A request whose answer was lost is sent again while the time of the call lasts, with the same key: the
/// service does it once. A connection that cannot be made is reported at once, unless an answer was lost before.
final class RemoteClient: Sendable {
  /// The pause before the first repetition; each further one is twice as long, up to ``longestPause``.
  private static let firstPause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(1)

  let address: ServiceAddress
  let transport: any RemoteTransport
  let device: RemoteDevice
  let timeouts: RemoteTimeouts
  /// The last calls, none of which got an answer but "later": the time that they took together, and the last failure.
  private let lost = Mutex<(time: Duration, failure: StoreFailure)?>(nil)

  init(
    to address: ServiceAddress,
    over transport: any RemoteTransport,
    as device: RemoteDevice,
    timeouts: RemoteTimeouts
  ) {
    self.address = address
    self.transport = transport
    self.device = device
    self.timeouts = timeouts
  }

  /// Makes a call, and decodes its answer.
  func send<Answer: Decodable & Sendable>(
    _ call: RemoteCall,
    for type: Answer.Type
  ) async throws(RemoteRefusal) -> Answer {
    let answer = try await send(call)
    do {
      return try decoded(answer, to: call, as: type)
    } catch {
      // For an identity token, the answer to who it is has less.
      guard try await token()?.isIdentityToken ?? false else { throw error }
      throw .failed(
        StoreFailure(
          .permissionDenied,
          at: address.description,
          detail: RemoteProblem.identifiesOnly
        )
      )
    }
  }

  /// Decodes an answer.
  func decoded<Answer: Decodable>(
    _ answer: RemoteAnswer,
    to call: RemoteCall,
    as type: Answer.Type
  ) throws(RemoteRefusal) -> Answer {
    guard let value = type.init(json: answer.body) else {
      throw .failed(unreadable(answer, to: call))
    }
    return value
  }

  /// Makes a call.
  ///
  /// - Throws: ``RemoteRefusal/problem(_:)`` if the service refuses it; ``RemoteRefusal/failed(_:)`` if there is
  ///   no answer that can be read.
  @discardableResult
  func send(_ call: RemoteCall) async throws(RemoteRefusal) -> RemoteAnswer {
    let time = Countdown(Countdown.longest)
    let before = timeouts.isForAllCalls && !call.isAskedAgain ? lost.withLock(\.self) : nil
    if let before, before.time >= timeouts.call { throw .failed(before.failure) }
    do {
      let answer = try await send(call, within: timeouts.call - (before?.time ?? .zero))
      lost.withLock { $0 = nil }
      return answer
    } catch {
      lost.withLock { lost in
        switch error {
        case .failed(let failure):
          lost = ((lost?.time ?? .zero) + time.elapsed, failure)
        case .problem(let problem) where problem.isTemporary:
          lost = ((lost?.time ?? .zero) + time.elapsed, problem.failure(of: address))
        case .problem: lost = nil
        }
      }
      throw error
    }
  }

  private func send(
    _ call: RemoteCall,
    within limit: Duration
  ) async throws(RemoteRefusal) -> RemoteAnswer {
    var attempts = Attempts(of: call, within: limit)
    while true {
      let token = try await token()
      let answer: RemoteAnswer
      do {
        answer = try await transport.answer(
          to: call.request(with: token),
          within: attempts.limit(timeouts.answer)
        )
      } catch {
        guard await attempts.mayRepeat(after: error) else {
          throw .failed(unreachable(attempts, error.detail))
        }
        continue
      }
      switch answer.status {
      case 200...299:
        var answer = answer
        answer.isRepeated = attempts.isLost
        return answer
      case 300...303, 305...399:
        throw .failed(
          failure("a redirect, which is not followed because of the token (\(answer.status))")
        )
      default: break
      }
      guard var problem = RemoteProblem(answer) else {
        // What stands before a service says that it does not answer.
        let loss = RemoteLoss(mayHaveArrived: true, detail: "status \(answer.status)")
        guard [502, 504].contains(answer.status), await attempts.mayRepeat(after: loss) else {
          throw .failed(unreadable(answer, to: call))
        }
        continue
      }
      if problem.isUnauthorized, await isReplaced(token), attempts.mayRepeat() { continue }
      if problem.isUnauthorized, let failure = givenTokenFailure { throw .failed(failure) }
      if problem.isTemporary, await attempts.mayRepeat(after: problem.retryAfter) { continue }
      problem.isRepeated = attempts.isLost
      throw .problem(problem)
    }
  }

  /// The failure of a token that was given and proves nothing; nil if the device keeps its token itself.
  var givenTokenFailure: StoreFailure? {
    device.tokenOrigin.map { origin in
      StoreFailure(
        .permissionDenied,
        at: address.description,
        detail:
          "the service does not know the token in \(origin); set it to another one, or unset it"
      )
    }
  }

  private func token() async throws(RemoteRefusal) -> RemoteSecret? {
    do {
      return try await device.token()
    } catch {
      throw .failed(error)
    }
  }

  /// Whether the token of a refused request is no longer that of the device.
  private func isReplaced(_ used: RemoteSecret?) async -> Bool {
    (try? await device.isOther(than: used)) ?? false
  }

  private func unreachable(_ attempts: Attempts, _ detail: String) -> StoreFailure {
    let tried = attempts.count == 1 ? "tried once" : "tried \(attempts.count) times"
    let doubt =
      attempts.isInDoubt ? "; the answer was lost, so the change may have been made" : ""
    return failure("\(detail) (\(tried), \(attempts.elapsedText))\(doubt)")
  }

  private func unreadable(_ answer: RemoteAnswer, to call: RemoteCall) -> StoreFailure {
    let doubt = call.method == "GET" ? "" : "; the change may have been made"
    return failure("an answer that is not one of the service (status \(answer.status))\(doubt)")
  }

  /// A failure to reach the service.
  func failure(_ detail: String) -> StoreFailure {
    StoreFailure(.unreachable, at: address.description, detail: detail)
  }

  /// The requests of a call.
  struct Attempts {
    /// How many requests were sent.
    private(set) var count = 1
    private let time: Countdown
    private let total = Countdown(Countdown.longest)
    private let isRepeatable: Bool
    private let changes: Bool
    private var pause = RemoteClient.firstPause
    /// Whether an answer was lost: a copy of the request can still be under way.
    private(set) var isLost = false

    init(of call: RemoteCall, within limit: Duration) {
      time = Countdown(limit)
      isRepeatable = call.isRepeatable
      changes = call.intention != nil
    }

    /// Whether a change may have been made whose answer was lost.
    var isInDoubt: Bool { isLost && changes }

    /// How long the call has taken.
    var elapsedText: String { total.elapsed.tenths }

    /// The time for the next request.
    func limit(_ most: Duration) -> Duration {
      max(.milliseconds(1), min(most, time.remaining))
    }

    /// Waits before a repetition of a request that has got no answer.
    ///
    /// - Returns: whether to repeat it.
    mutating func mayRepeat(after loss: RemoteLoss) async -> Bool {
      if loss.mayHaveArrived { isLost = true }
      defer { pause = min(pause * 2, RemoteClient.longestPause) }
      return isLost && isRepeatable && !loss.isFinal ? await wait(pause) : false
    }

    /// Whether to repeat a request that was refused for the sake of its token.
    mutating func mayRepeat() -> Bool {
      count += 1
      return time.remaining > .zero
    }

    /// Waits before a repetition of a request that was refused for some seconds.
    ///
    /// A service that names no time to wait for is not asked without a pause.
    mutating func mayRepeat(after seconds: Int?) async -> Bool {
      guard let seconds else { return false }
      defer { pause = min(pause * 2, RemoteClient.longestPause) }
      return await wait(max(.seconds(seconds), pause))
    }

    private mutating func wait(_ pause: Duration) async -> Bool {
      guard pause < time.remaining, (try? await Task.sleep(for: pause)) != nil else {
        return false
      }
      count += 1
      return true
    }
  }
}

extension Duration {
  /// The seconds, with a digit after the point.
  var tenths: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
#endif
