/// The place of a request; each part is nil if it is not known.
public struct Origin: Hashable, Sendable, Encodable {
  /// The name of the machine.
  public let host: String?

  /// The name of the terminal.
  public let terminal: String?

  /// Creates the value from the names that the system reports.
  ///
  /// A part counts as not known if it is empty, has more than 255 bytes of UTF-8, or contains a
  /// character that cannot be shown in a line of text, such as a control character.
  public init(host: String? = nil, terminal: String? = nil) {
    self.host = host.flatMap(Self.usable)
    self.terminal = terminal.flatMap(Self.usable)
  }

  /// Returns a part unless it counts as not known.
  static func usable(_ part: String) -> String? {
    let fits = !part.isEmpty && part.utf8.count <= 255
    return fits && part.isStorable ? part : nil
  }
}
