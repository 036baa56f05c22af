#if Server
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

/// A response that tells a client of changes, as server-sent events (HTML, section 9.2), until it ends.
struct EventResponse {
  let parts: ServiceParts
  let context: ServiceContext

  /// The state of the session; without `session` if nobody is signed in.
  private struct StateDocument: Encodable {
    let state: String
    let session: SessionDocument?

    init(_ state: SessionState) {
      switch state {
      case .signedOut: (self.state, session) = ("signedOut", nil)
      case .signedIn(let active):
        self.state = "signedIn"
        session = SessionDocument(SessionEntry(holder: active, isActive: true))
      case .ended(let active):
        self.state = "ended"
        session = SessionDocument(SessionEntry(holder: active, isActive: true))
      }
    }
  }

  /// Begins the response.
  ///
  /// - Parameter followsView: whether the client follows all that the device may see: it is told a version of that
  ///   in place of the state of the session.
  /// - Throws: ``HTTPProblem``: 401; 429 if the client has as many streams as it may.
  func response(followsView: Bool) throws -> Response {
    let (device, token) = (try context.device().id, try context.token())
    let place = try parts.placeForStream(of: context)
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream; charset=utf-8",
        // nginx would collect events otherwise.
        .xAccelBuffering: "no",
      ],
      body: ResponseBody { [parts, disconnected = context.disconnected] writer in
        let stream = parts.events.open(to: device, provenBy: token, followsView: followsView)
        parts.metrics.countStreams(1)
        // Nothing else wakes a stream whose client has gone before its next comment.
        disconnected.whenComplete { [weak stream] _ in stream?.end("disconnected") }
        defer {
          parts.events.close(stream)
          parts.metrics.countStreams(-1)
        }
        var isOver = false
        for await _ in stream.wakes {
          guard let message = try Self.next(of: stream) else { continue }
          try await writer.write(message.text)
          isOver = message.isLast
          if isOver { break }
        }
        // The task was cancelled.
        if !isOver { try await writer.write(.end("shutdown")) }
        try await writer.finish(nil)
        // The body may never be asked for: the place ends with it.
        withExtendedLifetime(place) {}
      }
    )
  }

  /// The text of what a stream tells next.
  ///
  /// In the asynchronous function, each of the values here would take memory for as long as the stream is open:
  /// 12 KB in all.
  @inline(never)
  private static func next(of stream: EventStream) throws -> (text: ByteBuffer, isLast: Bool)? {
    switch stream.take() {
    case .state(let state):
      let data = try JSONEncoder.ofService.encode(StateDocument(state))
      return (.event("session", String(decoding: data, as: UTF8.self)), false)
    case .view(let version): return (.event("view", #"{"version":"\#(version)"}"#), false)
    case .comment: return (ByteBuffer(string: ":\n\n"), false)
    case .end(let reason): return (.end(reason), true)
    case nil: return nil
    }
  }
}

extension ByteBuffer {
  /// An event of a kind; the data is one line.
  fileprivate static func event(_ kind: String, _ data: String) -> ByteBuffer {
    ByteBuffer(string: "event: \(kind)\ndata: \(data)\n\n")
  }

  /// The last event, with the reason why the stream ends.
  fileprivate static func end(_ reason: String) -> ByteBuffer {
    event("end", #"{"reason":"\#(reason)"}"#)
  }
}
#endif
