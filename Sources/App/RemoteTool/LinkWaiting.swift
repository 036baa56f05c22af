#if Server
import MonikerDomain
import MonikerPresentation
import MonikerRemote
import MonikerTool

/// Shows the code of a link, and the time that is left.
struct LinkWaiting: Sendable {
  let console: Console

  /// Whether the time that is left is shown on the terminal.
  let showsTime: Bool

  let now: @Sendable () -> Timestamp

  /// Shows a person the code.
  let tell: @Sendable (String) -> Void

  /// Shows where the code is to be typed.
  func show(_ link: RemoteLink) {
    var lines = ["Type this code on a device that is signed in:\n\n    \(link.userCode)\n"]
    if let page = link.page { lines.append("In a browser: \(page)") }
    lines.append("With the tool: moniker link \(link.userCode)")
    if !showsTime { lines.append("It is valid for \(Self.text(link.lifetime)).") }
    tell(lines.joined(separator: "\n"))
  }

  /// How long the service may be out of reach while a person approves a link.
  private static let longestLoss = Duration.seconds(60)

  /// Waits until something has an answer, and shows the time that is left.
  ///
  /// A service that is out of reach or busy is asked again for a minute: the person who approves may not even notice.
  ///
  /// - Parameter ask: asks once; returns nil while there is no answer.
  /// - Returns: the answer; nil when the time of the link is over.
  func answer<Answer>(
    to link: RemoteLink,
    _ ask: () async throws(RemoteError) -> Answer?
  ) async throws(RemoteError) -> Answer? {
    let end = now().advanced(by: link.lifetime)
    defer { clear() }
    var lostSince: Timestamp?
    while true {
      let next = now().advanced(by: link.interval)
      while now() < next {
        let rest = now().duration(to: end)
        guard rest > .zero else { return nil }
        if showsTime {
          // Return to the start of the line and erase it (ECMA-48: EL).
          console.noteInPlace("\r\u{1B}[KWaiting for the approval: \(Self.text(rest)) left.")
        }
        let pause = min(now().duration(to: next), .seconds(1))
        guard (try? await Task.sleep(for: max(pause, .milliseconds(10)))) != nil else { return nil }
      }
      do throws(RemoteError) {
        if let answer = try await ask() { return answer }
        lostSince = nil
      } catch {
        guard case .store(let failure) = error, [.unreachable, .busy].contains(failure.reason)
        else { throw error }
        let since = lostSince ?? now()
        lostSince = since
        guard since.duration(to: now()) < Self.longestLoss else { throw error }
      }
    }
  }

  private func clear() {
    if showsTime { console.noteInPlace("\r\u{1B}[K") }
  }

  private static func text(_ time: Duration) -> String {
    let seconds = max(0, time.components.seconds)
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
#endif
