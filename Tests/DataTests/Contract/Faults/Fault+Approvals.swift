import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of what needs the recovery key or a second device.
  static let approvals = [
    Fault(
      "takes every link for one that signs in",
      breaks: "A link for another purpose is decided on another device, and signs nobody in",
      "A link proves what it was approved for, for its account, once"
    ) { (purpose: inout LinkPurpose, _) in
      purpose = .signIn
    },
    Fault(
      "lets the device that asks approve it",
      breaks: "A link for another purpose is decided on another device, and signs nobody in"
    ) { (context: inout ChangeContext, before) in
      guard let link = before.credentials.links[context.deviceID]?.link, link.purpose != .signIn,
        let other = before.credentials.devices.first(where: { $0.device != link.device })
      else { return }
      context = ChangeContext(at: context.time, in: .device(other.device.id), from: context.origin)
    },
    Fault(
      "accepts an approved link for anything",
      breaks: "A link proves what it was approved for, for its account, once"
    ) { (proof: inout SignInProof, before) in
      guard case .link(let code) = proof else { return }
      let isApproved = before.credentials.links.values.contains {
        $0.deviceCode == code && $0.state == .approved
      }
      if isApproved { proof = .notDemanded }
    },
    Fault(
      "keeps a link that was a proof",
      breaks: "A link proves what it was approved for, for its account, once"
    ) { (after: inout StoreState, before) in
      for (device, record) in before.credentials.links
      where after.credentials.links[device] == nil && record.link.purpose != .signIn {
        after.credentials.links[device] = record
      }
    },
    Fault(
      "lets a device approve that was let in a moment ago",
      breaks: "A link for another purpose is approved between two sessions of a day"
    ) { (result: inout Result<LinkDecision, CredentialError>, _) in
      if case .failure(.sessionsTooNew) = result { result = .success(.decided) }
    },
    Fault(
      "looks at the session of the device that approves alone",
      breaks: "A link for another purpose is approved between two sessions of a day"
    ) { (context: inout ChangeContext, before) in
      // As if the device that asks had the session of the one that approves.
      guard let link = before.credentials.links.values.first?.link, link.purpose != .signIn,
        context.deviceID != link.device.id,
        let start = before.sessions.first(where: { $0.deviceID == context.deviceID })?.startedAt,
        before.sessions.contains(where: { $0.deviceID == link.device.id && $0.startedAt > start })
      else { return }
      let aged = context.time.advanced(by: .milliseconds(2))
      context = ChangeContext(at: aged, in: context.scope, from: context.origin)
    },
    Fault(
      "tells no replacement of a recovery key",
      breaks: "Each replacement of a recovery key is told, with the session on its device"
    ) { (after: inout StoreState, _) in
      after.events.removeAll { $0.kind == .recoveryKeyReplaced }
    },
  ]
}
