#if Server
/// How long a remote store waits.
public struct RemoteTimeouts: Hashable, Sendable {
  /// The time for a connection with its TLS handshake.
  public let connect: Duration

  /// The time for one request and its whole answer.
  public let answer: Duration

  /// The time for a call with all repetitions of its request: no call takes longer.
  public let call: Duration

  /// How long a stream of changes may be silent; the service sends something every 15 s.
  public let silence: Duration

  /// How long the service may be unreachable before a stream of changes fails.
  public let outage: Duration

  /// Whether ``call`` is the time for all calls together, one after another, that get no answer or one that says "later".
  ///
  /// For a program that ends with the first failure; in another one, a call after an outage would fail at once. A question
  /// for a link has a time of its own.
  public let isForAllCalls: Bool

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - connect: see ``connect``.
  ///   - answer: see ``answer``.
  ///   - call: see ``call``.
  ///   - silence: see ``silence``.
  ///   - outage: see ``outage``.
  ///   - isForAllCalls: see ``isForAllCalls``.
  public init(
    connect: Duration = .seconds(5),
    answer: Duration = .seconds(10),
    call: Duration = .seconds(30),
    silence: Duration = .seconds(45),
    outage: Duration = .seconds(60),
    isForAllCalls: Bool = false
  ) {
    self.connect = connect
    self.answer = answer
    self.call = call
    self.silence = silence
    self.outage = outage
    self.isForAllCalls = isForAllCalls
  }
}
#endif
