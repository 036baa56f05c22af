#if Server
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore
import ServiceLifecycle

/// The changes of the active session of the caller's device, as server-sent events (HTML, section 9.2).
struct EventRoutes {
  let parts: ServiceParts

  /// A stream without events gets a comment so often: 15 s.
  private static let commentInterval = 15

  /// A stream ends after so many seconds, and the client connects again: an hour.
  private static let maximumDuration = 3_600

  /// Adds the operation below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("events", use: follow)
  }

  /// What a stream waits for.
  private enum Moment: Sendable {
    case state(SessionState)
    /// A second has passed.
    case tick
    case failed
    case shutdown
  }

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

  @Sendable private func follow(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (device, token) = (try context.device(), try context.token())
    let place = try parts.placeForStream(of: context)
    let useCases = try context.useCases(parts)
    let states = useCases.userSession.states()
    let encoder = context.responseEncoder
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream; charset=utf-8",
        // nginx would collect events otherwise.
        .xAccelBuffering: "no",
      ],
      body: ResponseBody { writer in
        try await parts.metrics.countingStream {
          try await write(states, to: &writer, encoder) {
            try await isAuthorized(device, by: token)
          }
        }
        try await writer.finish(nil)
        // The body may never be asked for: the place ends with it.
        withExtendedLifetime(place) {}
      }
    )
  }

  private func isAuthorized(_ device: Device, by token: SecretDigest) async throws -> Bool {
    try await parts.store.device(provenBy: token)?.device.id == device.id
  }

  private func write(
    _ states: SessionStates,
    to writer: inout any ResponseBodyWriter,
    _ encoder: JSONEncoder,
    while isAuthorized: () async throws -> Bool
  ) async throws {
    let (moments, continuation) = AsyncStream.makeStream(of: Moment.self)
    let reading = Task {
      do throws(SessionError) {
        for try await state in states { continuation.yield(.state(state)) }
      } catch {
        continuation.yield(.failed)
      }
    }
    let clock = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        continuation.yield(.tick)
      }
    }
    defer {
      reading.cancel()
      clock.cancel()
      continuation.finish()
    }
    var (seconds, lastWrite) = (0, 0)
    try await withGracefulShutdownHandler {
      for await moment in moments {
        switch moment {
        case .shutdown: return try await writer.write(.end("shutdown"))
        case .failed: return try await writer.write(.end("storeFailed"))
        case .state, .tick: break
        }
        let mayGoOn: Bool
        do {
          mayGoOn = try await isAuthorized()
        } catch {
          return try await writer.write(.end("storeFailed"))
        }
        guard mayGoOn else { return try await writer.write(.end("revoked")) }
        if case .state(let state) = moment {
          let data = try encoder.encode(StateDocument(state))
          try await writer.write(.event("session", String(decoding: data, as: UTF8.self)))
          lastWrite = seconds
          continue
        }
        seconds += 1
        if seconds >= Self.maximumDuration { return try await writer.write(.end("timeout")) }
        if seconds - lastWrite >= Self.commentInterval {
          try await writer.write(ByteBuffer(string: ":\n\n"))
          lastWrite = seconds
        }
      }
    } onGracefulShutdown: {
      continuation.yield(.shutdown)
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
