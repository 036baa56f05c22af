import Dispatch
import Moniker
import Observation

/// What a screen shows and does: the view model of a view that observes it.
///
/// A SwiftUI view, or a widget of any other library, shows the properties and calls the methods. It
/// follows the store, so that a sign-out in another program appears here, too.
@MainActor @Observable
final class SignInScreen {
  private(set) var message = ""
  /// What the last action failed with; nil if it succeeded.
  private(set) var failure: String?
  private(set) var isSignedIn = false

  @ObservationIgnored private let moniker: Moniker
  @ObservationIgnored private var following: Task<Void, Never>?

  init(_ moniker: Moniker) {
    self.moniker = moniker
  }

  /// Follows the store until ``disappear()``.
  func appear() {
    following?.cancel()
    following = Task { [weak self, moniker] in
      do {
        for try await state in moniker.states() { self?.show(state) }
      } catch {
        self?.failure = "\(error)"
      }
    }
  }

  func disappear() {
    following?.cancel()
  }

  func signIn(_ nickname: String) async {
    failure = nil
    do {
      try await moniker.signIn(nickname)
    } catch {
      failure = "\(error)"
    }
  }

  func signOut() async {
    failure = nil
    do {
      try await moniker.signOut()
    } catch {
      failure = "\(error)"
    }
  }

  private func show(_ state: SessionState) {
    isSignedIn = state.isSignedIn
    message = state.description
  }
}

/// A view in a terminal: each line that is typed signs in under it, and an empty line signs out.
@main
struct TerminalView {
  static func main() async {
    let screen = SignInScreen(Moniker(.sqlite(CommandLine.arguments[1])))
    let drawing = Task { @MainActor in
      for await text in Observations({ screen.failure ?? screen.message }) where !text.isEmpty {
        print(text)
      }
    }
    screen.appear()
    for await line in lines() {
      if line.isEmpty { await screen.signOut() } else { await screen.signIn(line) }
    }
    screen.disappear()
    drawing.cancel()
  }

  /// The lines of standard input, read where a wait keeps nothing else waiting.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { lines in
      DispatchQueue.global().async {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
    }
  }
}
