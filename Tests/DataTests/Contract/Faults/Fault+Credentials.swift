import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of devices, recovery keys and proofs.
  static let credentials = [
    Fault(
      "finds a device by any token",
      breaks: "A registered device is found by the digest of its token alone",
      "A replaced token proves nothing, and its successor the same device"
    ) { (device: inout Device?, before) in
      device = device ?? before.credentials.devices.first?.device
    },
    Fault(
      "registers two devices with one token",
      breaks: "Two devices never have the same token"
    ) { (result: inout Result<Device, CredentialError>, before) in
      if case .failure(.store) = result, let first = before.credentials.devices.first {
        result = .success(first.device)
      }
    },
    Fault(
      "lets a device replace the token of another",
      breaks: "A replaced token proves nothing, and its successor the same device",
      "A device sees itself, and the devices of its accounts",
      "A recovery key is set for an account in the scope alone",
      "Forgetting a device revokes its open sessions, and no others"
    ) { (context: inout ChangeContext, _) in
      context = ChangeContext(
        at: context.time,
        in: .everything(on: context.deviceID),
        from: context.origin,
        intention: context.intention
      )
    }.and { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "keeps the sessions of a forgotten device",
      breaks: "Forgetting a device revokes its open sessions, and no others"
    ) { (after: inout StoreState, before) in
      guard after.credentials.devices.count < before.credentials.devices.count else { return }
      after.sessions = before.sessions
      after.events = before.events
    }.and { (ended: inout [SessionEntry], _) in
      ended.removeAll()
    },
    Fault(
      "registers a device again if it is repeated",
      breaks: "A registration that is repeated gives the same device"
    ) { (change: inout DeviceChange, before) in
      guard let id = change.context.intention, before.intentions[id] != nil else { return }
      change = DeviceChange(
        device: change.device,
        token: change.token,
        context: ChangeContext(at: change.context.time, in: change.context.scope)
      )
    },
    Fault(
      "forgets its credentials when it is opened",
      breaks: "Devices and recovery keys are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.credentials = StoreCredentials()
    },
    Fault(
      "leaves credentials out of its contents",
      breaks: "The contents have the devices and recovery keys, and make an equal store"
    ) { (records: inout [StoreRecord], _) in
      records = records.compactMap { record in
        switch record {
        case .account(let account, let last, _): .account(account, lastSignedInAt: last)
        case .device: nil
        case .session, .event, .metadata: record
        }
      }
    },
    Fault(
      "takes over the keys of merged accounts",
      breaks: "A merge adds keys of new accounts, and devices that are unknown"
    ) { (merged: inout Merged, _) in
      for case .account(let account, _, let key?) in merged.records {
        merged.state.credentials.recoveryKeys[account.id] = key
      }
    },
    Fault(
      "demands no proof",
      breaks: "A sign-in without proof needs a new account, or an open session there",
      "A recovery key proves its account on any device, and no other account",
      "Only the present recovery key of an account proves it",
      "Of 100 concurrent sign-ins of strangers under one nickname, one gets it"
    ) { (request: inout SignInChange, _) in
      request = SignInChange(
        nickname: request.nickname,
        newAccountID: request.newAccountID,
        newSessionID: request.newSessionID,
        on: request.terms,
        recoveryKey: request.recoveryKey,
        at: request.context
      )
    },
  ]
}
