import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of suspensions, of what nobody uses, and of quotas.
  static let suspension = [
    Fault(
      "forgets every suspension",
      breaks: "A suspended account has no open session, and gets none",
      "A list of accounts says since when an account is suspended",
      "A suspended account is not told from any other without a proof",
      "Links and identity tokens of a suspended account are void",
      "Suspensions are kept in the contents, and when the store is opened again"
    ) { (after: inout StoreState, _) in
      after.credentials.suspensions = [:]
    },
    Fault(
      "hides the links of a suspended account in place of voiding them",
      breaks: "Links and identity tokens of a suspended account are void"
    ) { (after: inout StoreState, before) in
      if after.credentials.suspensions.count > before.credentials.suspensions.count {
        after.credentials.links = before.credentials.links
      }
    },
    Fault(
      "leaves the sessions of a suspended account open",
      breaks: "A suspended account has no open session, and gets none"
    ) { (after: inout StoreState, before) in
      if after.credentials.suspensions.count > before.credentials.suspensions.count {
        after.sessions = before.sessions
      }
    },
    Fault(
      "tells everybody that an account is suspended",
      breaks: "A suspended account is not told from any other without a proof"
    ) { (error: inout NicknameError, before) in
      if case .proofDemanded(let holder) = error, before.credentials.suspensions[holder.id] != nil {
        error = .suspended(holder)
      }
    },
    Fault(
      "lets a device suspend",
      breaks: "Only who sees everything suspends, and only an account that exists"
    ) { (context: inout ChangeContext, _) in
      context = ChangeContext(
        at: context.time,
        in: .everything(on: context.deviceID),
        from: context.origin,
        intention: context.intention,
        content: context.content
      )
    },
    Fault(
      "counts no account as used",
      breaks: "An account is unused if nobody has used it since the day of its creation",
      "An account counts as used if the history limit has removed events of it"
    ) { (accounts: inout [Account], before) in
      accounts = before.accounts
    },
    Fault(
      "does not count identity tokens as a use",
      breaks: "An account is unused if nobody has used it since the day of its creation"
    ) { (accounts: inout [Account], before) in
      guard !accounts.isEmpty else { return }
      var state = before
      state.credentials.identityTokens = []
      accounts = state.unusedAccounts(
        createdBefore: Timestamp(millisecondsSince1970: Timestamp.range.upperBound),
        in: .everything(on: .local)
      )
    },
    Fault(
      "forgets devices that are in use",
      breaks: "Devices on which nobody was signed in are forgotten, and no others"
    ) { (after: inout StoreState, before) in
      if after.credentials.devices.count < before.credentials.devices.count {
        after.credentials.devices.removeAll { $0.device.label != "late" }
      }
    },
    Fault(
      "counts no new accounts",
      breaks: "A network adds no more accounts than its quota within a day"
    ) { (after: inout StoreState, _) in
      after.credentials.signUps = [:]
    },
    Fault(
      "counts sign-ins as new accounts",
      breaks: "A network adds no more accounts than its quota within a day"
    ) { (after: inout StoreState, before) in
      guard after.accounts == before.accounts, after.sessions != before.sessions
      else { return }
      after.credentials.signUps = after.credentials.signUps.mapValues {
        RecentCount(since: $0.since, count: $0.count + 1)
      }
    },
  ]
}
