import MonikerDomain
import MonikerDoubles
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults with several devices, and in what each of them sees.
  static let devices = [
    Fault(
      "shows accounts whose session has expired",
      breaks: "A device's view ends when its session expires, recorded or not"
    ) { (time: inout Timestamp, before) in
      if let first = before.sessions.first, before.sessions.count == 2 { time = first.startedAt }
    },
    Fault(
      "records every event for one device",
      breaks: "An event names the device of its call, and an expiry that of its session"
    ) { (after: inout StoreState, _) in
      after.events = after.events.map { event in
        HistoryEvent(
          sequence: event.sequence,
          time: event.time,
          kind: event.kind,
          accountID: event.accountID,
          nickname: event.nickname,
          earlierNickname: event.earlierNickname,
          sessionID: event.sessionID,
          origin: event.origin
        )
      }
    },
    Fault(
      "has one active session for all devices",
      breaks: "Each device has its own active session, and an account one open session on each",
      "Switching on a device leaves the active sessions of others",
      "Readers of a device's changes receive those of that device alone"
    ) { (after: inout StoreState, before) in
      let changed = after.activeSessions.filter { before.activeSessions[$0.key] != $0.value }
      if !changed.isEmpty { after.activeSessions = changed }
    },
    Fault(
      "signs an account out on all devices",
      breaks: "Signing out on a device ends no session on another"
    ) { (after: inout StoreState, before) in
      guard after.has(.signedOut, since: before), let event = after.events.last else { return }
      let ids = Set(after.sessions.filter { $0.accountID == event.accountID }.map(\.id))
      after.activeSessions = after.activeSessions.filter { !ids.contains($0.value) }
    },
    Fault(
      "finds the session of an account on any device",
      breaks: "A subject and a target of switching are found on the device of the call"
    ) { (device: inout DeviceID, before) in
      device = before.sessions.first { $0.ending == nil }?.deviceID ?? device
    },
    Fault(
      "ends all sessions of the account but one",
      breaks: "The sessions of an account on other devices end, and no other session does"
    ) { (scope: inout SessionSelection, _) in
      if case .otherDevices(let subject) = scope { scope = .others(than: subject) }
    },
    Fault(
      "keeps the sessions of a removed account on other devices",
      breaks: "Removing an account leaves it active on no device"
    ) { (removal: inout AccountRemoval?, before) in
      guard let removed = removal else { return }
      let first = before.sessions.first { $0.accountID == removed.account.id }
      removal = AccountRemoval(account: removed.account, session: first)
    },
    Fault(
      "shows everything to every device",
      breaks: "A device sees its accounts with all their sessions and events, and nothing else"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "lets a device change everything",
      breaks: "With a device's view, nothing outside it can be changed or found out"
    ) { (context: inout ChangeContext, _) in
      context = ChangeContext(
        at: context.time,
        in: .everything(on: context.deviceID),
        from: context.origin
      )
    },
    Fault(
      "merges the active session of one device",
      breaks: "The contents hold the devices, and make an equal store",
      "A merge keeps the active session of each device, and adds those of others"
    ) { (merged: inout Merged, before) in
      let own = before.activeSessions.isEmpty
      merged.state.activeSessions =
        own
        ? Dictionary(merged.state.activeSessions.prefix(1).map { ($0.key, $0.value) }) { $1 }
        : before.activeSessions
    },
  ]
}
