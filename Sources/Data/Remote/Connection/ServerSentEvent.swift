#if Server
/// An event of a stream (HTML, section 9.2).
package struct ServerSentEvent: Hashable, Sendable {
  /// The kind; `message` if the stream names none.
  package let kind: String

  /// The data.
  package let data: String

  /// Creates the value.
  package init(kind: String, data: String) {
    self.kind = kind
    self.data = data
  }
}

/// Reads the events of a stream from its bytes, wherever they are cut.
package struct ServerSentEventParser {
  /// The maximum number of bytes of an event: 64 KiB.
  package static let maximumSize = 1 << 16

  private var line: [UInt8] = []
  private var isBehindReturn = false
  private var kind = ""
  private var data: [String] = []
  private var size = 0

  /// Creates a parser at the beginning of a stream.
  package init() {}

  /// Returns the events that end in the next bytes.
  ///
  /// - Returns: nil for an event that is too large.
  package mutating func events(in bytes: [UInt8]) -> [ServerSentEvent]? {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { isBehindReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where isBehindReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = endLine() { events.append(event) }
      default:
        size += 1
        guard size <= Self.maximumSize else { return nil }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      defer { (kind, data, size) = ("", [], 0) }
      guard !data.isEmpty else { return nil }
      return ServerSentEvent(
        kind: kind.isEmpty ? "message" : kind,
        data: data.joined(separator: "\n")
      )
    }
    let parts = line.split(
      separator: UInt8(ascii: ":"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    var value = parts.count > 1 ? parts[1] : []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: parts[0], as: UTF8.self) {
    case "event": kind = String(decoding: value, as: UTF8.self)
    case "data": data.append(String(decoding: value, as: UTF8.self))
    // A line that begins with a colon is a comment; it counts for no event.
    case "": size -= line.count
    default: break
    }
    return nil
  }
}
#endif
