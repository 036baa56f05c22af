import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of secrets that a call sets in place of those of a lost answer.
  static let repeatedSecrets = [
    Fault(
      "says that it has replaced a used token",
      breaks: "An unused token is replaced, and a device that has used it gets none"
    ) { (result: inout Result<Void, CredentialError>, _) in
      if case .failure(.noUnusedToken) = result { result = .success(()) }
    },
    Fault(
      "replaces a later token in place of the first one, which was used",
      breaks: "An unused token is replaced, and a device that has used it gets none"
    ) { (mustBeFirst: inout Bool, _) in mustBeFirst = false },
    Fault(
      "gives a device no new token with a session",
      breaks: "A sign-in that opens a session gives its device a new token"
    ) { (after: inout StoreState, before) in
      if after.sessions.count > before.sessions.count {
        after.credentials.devices = before.credentials.devices
      }
    },
    Fault(
      "keeps the secret of an identity token that is issued again",
      breaks: "A repeated issue of an identity token gives it another secret"
    ) { (after: inout StoreState, before) in
      let tokens = before.credentials.identityTokens
      if after.credentials.identityTokens.map(\.token) == tokens.map(\.token) {
        after.credentials.identityTokens = tokens
      }
    },
    Fault(
      "does not replace a recovery key again",
      breaks: "A repeated replacement of a recovery key replaces the key that it has set"
    ) { (context: inout ChangeContext, before) in
      // As if the intention had no ID, so that the former proof counts.
      guard let id = context.intention, case .recoveryKey = before.intentions[id]?.answer else {
        return
      }
      context = ChangeContext(at: context.time, in: context.scope, from: context.origin)
    },
    Fault(
      "finds no session by the ID of an account",
      breaks: "The session of an account is found by its ID, also after a renaming"
    ) { (subject: inout SessionSubject, _) in
      if case .account = subject { subject = .active }
    },
  ]
}
