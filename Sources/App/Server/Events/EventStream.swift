#if Server
import MonikerDomain
import Synchronization

/// An open stream of events: what was told to its client, and what is to be told next.
///
/// A client that reads slowly gets the newest state alone.
final class EventStream: Sendable {
  /// What a client is told.
  enum Event: Sendable {
    /// The state of the active session of the client's device.
    case state(SessionState)

    /// The version of what the device may see.
    case view(String)

    /// Nothing, so that the connection is not idle.
    case comment

    /// The end of the stream, with its reason.
    case end(String)
  }

  private struct State {
    var told: SessionState?
    var toldView: String?
    var next: Event?
    var isEnded = false
    /// The seconds since the stream was opened.
    var age = 0
    /// The age when something was told last.
    var lastTold = 0
  }

  /// A stream without events gets a comment so often: 15 s.
  static let commentInterval = 15

  /// A stream ends after so many seconds, and the client connects again: an hour.
  static let maximumAge = 3_600

  /// The device of the client.
  let device: DeviceID

  /// The digest of the token that proved the device.
  let token: SecretDigest

  /// Whether the client follows all that the device may see, and not its session alone.
  let followsView: Bool

  /// An element when there is something to take.
  let wakes: AsyncStream<Void>

  private let wake: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init(to device: DeviceID, provenBy token: SecretDigest, followsView: Bool = false) {
    self.device = device
    self.token = token
    self.followsView = followsView
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Removes and returns what is to be told next; nil for nothing.
  func take() -> Event? {
    state.withLock { $0.next.take() }
  }

  /// Tells what the token of the stream proves, if that is another state than the last one.
  ///
  /// - Parameters:
  ///   - proven: what the token proves; nil for nothing.
  ///   - view: the version of what the device may see, which is told in place of the state; nil if the client
  ///     does not follow it.
  ///   - time: the present time.
  func tell(_ proven: ProvenSession?, view: String? = nil, at time: Timestamp) {
    guard let proven, proven.proof.device.id == device else { return end("revoked") }
    let new = proven.session.state(at: time).withoutNumber
    change { state in
      guard let view else {
        guard new != state.told else { return }
        return (state.told, state.next) = (new, .state(new))
      }
      state.told = new
      guard view != state.toldView else { return }
      (state.toldView, state.next) = (view, .view(view))
    }
  }

  /// Ends the stream after what is being written.
  func end(_ reason: String) {
    change { state in
      state.next = .end(reason)
      state.isEnded = true
    }
  }

  /// Counts a second, tells a comment or the end if it is time for one, and returns whether the session
  /// has expired since it was told.
  func tick(at time: Timestamp) -> Bool {
    change { state in
      state.age += 1
      if state.age >= Self.maximumAge {
        (state.next, state.isEnded) = (.end("timeout"), true)
      } else if state.age - state.lastTold >= Self.commentInterval, state.next == nil {
        state.next = .comment
      }
    }
    return state.withLock { state in
      guard case .signedIn(let active) = state.told else { return false }
      return active.session.hasExpired(by: time)
    }
  }

  /// Changes what is told, unless the end is, and wakes the writer if there is something new.
  private func change(_ body: (inout State) -> Void) {
    let isNew = state.withLock { state in
      guard !state.isEnded else { return false }
      let hadNext = state.next != nil
      body(&state)
      guard state.next != nil else { return false }
      if !hadNext { state.lastTold = state.age }
      return true
    }
    if isNew { wake.yield() }
  }
}
#endif
