/// How many accounts may be added from one network a day.
///
/// The store counts them, so that neither a restart nor another process forgets any.
public struct SignUpQuota: Hashable, Sendable {
  /// How long an added account counts, from the first of them on: a day.
  public static let period = Duration.seconds(86_400)

  /// The name of the network, as the service forms it.
  public let network: String

  /// The maximum number of accounts.
  public let limit: Int

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - network: see ``network``.
  ///   - limit: see ``limit``.
  public init(network: String, limit: Int) {
    self.network = network
    self.limit = limit
  }
}
