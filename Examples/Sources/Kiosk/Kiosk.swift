import FoundationEssentials
import MonikerData
import MonikerDomain

/// A visitor who was refused, with the reason.
private struct RefusedVisitor: Error, CustomStringConvertible {
  let description: String
}

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
    let kiosk = Kiosk(path: arguments[1])
    try await kiosk.receive(arguments[2], for: .seconds(seconds))
  }

  private let nickname: SetNicknameUseCase
  private let session: UserSessionUseCase

  /// The composition root: the only code that names a concrete store.
  private init(path: String) {
    let now: @Sendable () -> Timestamp = {
      Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }
    let owner = StoreOwner(now: now, random: { .random(in: .min ... .max) })
    let store = SQLiteRepository(path: path, owner: owner)
    let context = RequestContext(in: .everything(on: .local), from: Origin(host: "kiosk"))
    nickname = SetNicknameUseCase(nicknames: store, sessions: store, in: context, now: now)
    session = UserSessionUseCase(sessions: store, in: context, now: now)
  }

  private func receive(_ visitor: String, for lifetime: Duration) async throws {
    var states = session.states().makeAsyncIterator()
    try await show(states.next() ?? .signedOut)
    do {
      _ = try await nickname.set(visitor, on: SessionTerms(lifetime: lifetime))
    } catch {
      // The set of errors is closed: a switch over it would name each.
      throw RefusedVisitor(description: "\(visitor) cannot come in: \(error)")
    }
    while let state = try await states.next() {
      show(state)
      // The session was signed out in another terminal, or it expired: the visit is over.
      guard case .signedIn = state else { return }
    }
  }

  private func show(_ state: SessionState) {
    switch state {
    case .signedOut: print("Nobody is signed in.")
    case .signedIn(let active): print("\(active.account.nickname) is signed in.")
    case .ended(let active):
      let reason = active.session.ending?.reason.rawValue ?? "ended"
      print("The visit of \(active.account.nickname) is over: \(reason).")
    }
  }
}
