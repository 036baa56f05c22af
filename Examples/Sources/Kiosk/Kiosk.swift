import Moniker

/// A kiosk that signs a visitor in for a limited time, shows who is signed in after every change by
/// any process, and stops when the visit is over.
///
/// Usage: `Kiosk STORE NICKNAME SECONDS`. While it runs, `moniker logout --store sqlite:STORE` in
/// another terminal ends the visit early.
@main
struct Kiosk {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let seconds = Int(arguments[3]), seconds > 0 else {
      print("Usage: Kiosk STORE NICKNAME SECONDS")
      return
    }
    let moniker = Moniker(.sqlite(arguments[1]))
    var states = moniker.states().makeAsyncIterator()
    print(try await states.next() ?? .signedOut)
    do {
      try await moniker.signIn(arguments[2], for: .seconds(seconds))
    } catch {
      // The set of errors is closed: a switch over it would name each.
      print("\(arguments[2]) cannot come in. \(error)")
      return
    }
    while let state = try await states.next() {
      print(state)
      // The session was signed out in another terminal, or it expired: the visit is over.
      guard state.isSignedIn else { return }
    }
  }
}
