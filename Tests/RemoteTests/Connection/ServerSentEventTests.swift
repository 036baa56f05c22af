#if Server
import MonikerRemote
import Testing

@Suite struct `A stream of events` {
  private static let text = """
    :\n\nevent: session\ndata: {"a":1}\n\ndata: first\r\ndata:second\r\n\r\nevent: end\rdata:\r\r
    id: 7\nretry: 5\nfield\ndata: ü\n\nevent: none\n\ndata: unfinished\n
    """

  private static let events = [
    ServerSentEvent(kind: "session", data: #"{"a":1}"#),
    ServerSentEvent(kind: "message", data: "first\nsecond"),
    ServerSentEvent(kind: "end", data: ""), ServerSentEvent(kind: "message", data: "ü"),
  ]

  @Test func `is read wherever its bytes are cut`() throws {
    let bytes = Array(Self.text.utf8)
    for size in 1...bytes.count {
      var parser = ServerSentEventParser()
      var found: [ServerSentEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let events = parser.events(in: Array(bytes[start...].prefix(size)))
        found += try #require(events)
      }
      #expect(found == Self.events, "in parts of \(size)")
    }
  }

  @Test func `has no event without an end, and none that is too large`() {
    var parser = ServerSentEventParser()
    let line = Array("data: \(String(repeating: "x", count: 1_000))\n".utf8)
    var isRefused = false
    for _ in 0..<100 { isRefused = isRefused || parser.events(in: line) == nil }
    #expect(isRefused)
    // Comments are no part of an event.
    parser = ServerSentEventParser()
    let comment = Array(": \(String(repeating: "x", count: 1_000))\n".utf8)
    for _ in 0..<100 { #expect(parser.events(in: comment) == []) }
  }
}
#endif
