#if Server
import MonikerDomain
import Synchronization

/// Limits how often the clients of a network may ask, by token buckets in memory.
///
/// A bucket holds up to ``Rate/burst`` requests and is filled again at a constant rate. The limits of a
/// process are its own; what must survive it is counted in the store.
final class Throttle: Sendable {
  /// What is limited by itself.
  enum Operation: String, CaseIterable {
    /// Every request.
    case any
    /// Signing in, and using a recovery key.
    case signIn
    /// Asking whether a nickname is free.
    case nicknameCheck
    /// Beginning a link, and giving a user code.
    case link
    /// Asking what became of a link.
    case linkPoll
  }

  /// Whose requests are counted together.
  private enum Subject: Hashable {
    case network(IPNetwork)
    case device(DeviceID)
  }

  /// How many requests are allowed.
  struct Rate: Sendable {
    /// The number of requests at once.
    let burst: Int

    /// The number of requests a second, in the long run.
    let perSecond: Double
  }

  /// The limits of a network, or of a device that asks what became of its link, unless an option raises them.
  static let standardRates: [Operation: Rate] = [
    .any: Rate(burst: 100, perSecond: 20),
    .signIn: Rate(burst: 20, perSecond: 0.2),
    .nicknameCheck: Rate(burst: 60, perSecond: 1),
    .link: Rate(burst: 20, perSecond: 0.2),
    // Devices are told to ask every 5 seconds.
    .linkPoll: Rate(burst: 3, perSecond: 0.25),
  ]

  /// The maximum number of buckets of a generation: 100,000.
  private static let maximumCount = 100_000

  private struct Key: Hashable {
    let subject: Subject
    let operation: Operation
  }

  private struct Bucket {
    /// The requests that are left.
    var level: Double
    var time: Timestamp
  }

  /// The buckets of two generations: when the younger one is full, the older one is forgotten.
  private struct State {
    var young: [Key: Bucket] = [:]
    var old: [Key: Bucket] = [:]
  }

  private let rates: [Operation: Rate]
  private let now: @Sendable () -> Timestamp
  private let onRefusal: @Sendable (Operation) -> Void
  private let state = Mutex(State())

  /// Creates the limits.
  ///
  /// - Parameters:
  ///   - factor: by which all rates are multiplied; nil for no limits.
  ///   - now: returns the present time.
  ///   - onRefusal: is called for each request that is not allowed.
  init(
    factor: Double? = 1,
    now: @escaping @Sendable () -> Timestamp,
    onRefusal: @escaping @Sendable (Operation) -> Void = { _ in }
  ) {
    rates =
      factor.map { factor in
        Self.standardRates.mapValues { rate in
          Rate(burst: Int(Double(rate.burst) * factor), perSecond: rate.perSecond * factor)
        }
      } ?? [:]
    self.now = now
    self.onRefusal = onRefusal
  }

  /// Takes a request from the bucket of a network.
  ///
  /// - Returns: nil if the request is allowed; else after how many seconds one is.
  func take(_ operation: Operation, from network: IPNetwork) -> Int? {
    take(operation, by: .network(network))
  }

  /// Takes a request from the bucket of a device, likewise.
  func take(_ operation: Operation, by device: DeviceID) -> Int? {
    take(operation, by: .device(device))
  }

  private func take(_ operation: Operation, by subject: Subject) -> Int? {
    guard let rate = rates[operation] else { return nil }
    let key = Key(subject: subject, operation: operation)
    let time = now()
    let seconds: Int? = state.withLock { state in
      var bucket =
        state.young[key] ?? state.old[key] ?? Bucket(level: Double(rate.burst), time: time)
      // The clock may go back.
      let passed = max(.zero, bucket.time.duration(to: time)) / .seconds(1)
      bucket.level = min(Double(rate.burst), bucket.level + passed * rate.perSecond)
      bucket.time = time
      let isAllowed = bucket.level >= 1
      if isAllowed { bucket.level -= 1 }
      if state.young.count >= Self.maximumCount, state.young[key] == nil {
        (state.old, state.young) = (state.young, [:])
      }
      state.young[key] = bucket
      return isAllowed ? nil : Int(((1 - bucket.level) / rate.perSecond).rounded(.up))
    }
    if seconds != nil { onRefusal(operation) }
    return seconds
  }
}
#endif
