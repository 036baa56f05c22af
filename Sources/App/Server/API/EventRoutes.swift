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
    case failed(SessionError)
    case shutdown
  }

  /// The state of the session; `session` is null if nobody is signed in.
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
    guard case .device(let device, let token, _) = context.caller else {
      _ = try context.device()
      throw HTTPProblem.unauthorized("A token is required.")
    }
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
        continuation.yield(.failed(error))
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
        guard case .shutdown = moment else {
          guard try await isAuthorized() else {
            return try await writer.write(.event("end", #"{"reason":"revoked"}"#))
          }
          switch moment {
          case .state(let state):
            let data = try encoder.encode(StateDocument(state))
            try await writer.write(.event("session", String(decoding: data, as: UTF8.self)))
            lastWrite = seconds
          case .tick:
            seconds += 1
            if seconds >= Self.maximumDuration {
              return try await writer.write(.event("end", #"{"reason":"timeout"}"#))
            }
            if seconds - lastWrite >= Self.commentInterval {
              try await writer.write(ByteBuffer(string: ":\n\n"))
              lastWrite = seconds
            }
          case .failed:
            return try await writer.write(.event("end", #"{"reason":"storeFailed"}"#))
          case .shutdown: break
          }
          continue
        }
        return try await writer.write(.event("end", #"{"reason":"shutdown"}"#))
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
}
#endif
