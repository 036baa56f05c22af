/// Where a session was started: each part is nil where it is not known.
public struct Origin: Hashable, Sendable {
  /// The name of the machine.
  public let host: String?

  /// The name of the terminal.
  public let terminal: String?

  /// Makes the value.
  public init(host: String? = nil, terminal: String? = nil) {
    self.host = host
    self.terminal = terminal
  }
}
