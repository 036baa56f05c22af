import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of devices, recovery keys and proofs.
  static let credentials = [
    Fault(
      "keeps links and wrong codes until a wrong clock is right again",
      breaks: "A clock that goes back by ten minutes voids links and forgets wrong codes"
    ) { (time: inout Timestamp, before) in
      if let link = before.credentials.links.values.first?.link {
        time = max(time, link.startedAt)
      }
    },
    Fault(
      "finds a device by any token",
      breaks: "A registered device is found by the digest of its token alone",
      "A new token replaces the confirmed one when it is used first",
      "A new token replaces an unconfirmed one at once"
    ) { (proof: inout DeviceProof?, before) in
      proof =
        proof
        ?? before.credentials.devices.first.map { DeviceProof(of: $0.device, isConfirmed: true) }
    },
    Fault(
      "registers devices with confirmed tokens",
      breaks: "A registered device is found by the digest of its token alone",
      "A token is unconfirmed until its first use is recorded"
    ) { (after: inout StoreState, before) in
      guard after.credentials.devices.count > before.credentials.devices.count else { return }
      let place = after.credentials.devices.count - 1
      after.credentials.devices[place].confirm()
    },
    Fault(
      "confirms a new token at once",
      breaks: "A new token replaces the confirmed one when it is used first",
      "Replacing a token by the same one again changes nothing"
    ) { (after: inout StoreState, before) in
      for place in before.credentials.devices.indices
      where after.credentials.devices.indices.contains(place) {
        let (old, new) = (before.credentials.devices[place], after.credentials.devices[place])
        if new.device == old.device, new.tokens.unconfirmed != old.tokens.unconfirmed {
          after.credentials.devices[place].confirm()
        }
      }
    },
    Fault(
      "keeps the token that a confirmed one replaces",
      breaks: "A new token replaces the confirmed one when it is used first"
    ) { (confirmed: inout Confirmed, before) in
      for old in before.credentials.devices where old.tokens.unconfirmed == confirmed.token {
        guard let tokens = DeviceTokens(confirmed: old.tokens.confirmed, unconfirmed: nil) else {
          continue
        }
        var second = old
        second.tokens = tokens
        confirmed.state.credentials.devices.append(second)
      }
    },
    Fault(
      "keeps an unconfirmed token in place of a new one",
      breaks: "A new token replaces an unconfirmed one at once"
    ) { (after: inout StoreState, before) in
      for place in before.credentials.devices.indices
      where after.credentials.devices.indices.contains(place) {
        let (old, new) = (before.credentials.devices[place], after.credentials.devices[place])
        if new.device == old.device, old.tokens.unconfirmed != nil,
          new.tokens.unconfirmed != nil
        {
          after.credentials.devices[place] = old
        }
      }
    },
    Fault(
      "voids a token that is confirmed again",
      breaks: "A token is unconfirmed until its first use is recorded",
      "Of 100 concurrent confirmations of a token, none fails and none undoes another"
    ) { (confirmed: inout Confirmed, before) in
      confirmed.state.credentials.devices = confirmed.state.credentials.devices.filter { known in
        let old = before.credentials.devices.first { $0.device == known.device }
        return old?.tokens.confirmed != confirmed.token
      }
    },
    Fault(
      "confirms every new token with the confirmed one",
      breaks: "A confirmed token that is used again leaves the new one unconfirmed"
    ) { (confirmed: inout Confirmed, _) in
      for place in confirmed.state.credentials.devices.indices
      where confirmed.state.credentials.devices[place].tokens.confirmed == confirmed.token {
        confirmed.state.credentials.devices[place].confirm()
      }
    },
    Fault(
      "knows recovery keys of other accounts",
      breaks: "A recovery key is known as the present one of its account alone"
    ) { (isKey: inout Bool, before) in
      isKey = isKey || !before.credentials.recoveryKeys.isEmpty
    },
    Fault(
      "replaces a recovery key without proof",
      breaks: "A recovery key is replaced by proof of the present one alone",
      "A recovery key is replaced by the unused token of its device",
      "An account with a recovery key is removed by a proof alone"
    ) { (proof: inout SignInProof, _) in
      proof = .notDemanded
    },
    Fault(
      "forgets whether tokens are confirmed when it is opened",
      breaks: "Devices and recovery keys are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      for place in opened.state.credentials.devices.indices {
        opened.state.credentials.devices[place].confirm()
      }
    },
    Fault(
      "leaves unconfirmed tokens out of its contents",
      breaks: "The contents have the devices and recovery keys, and make an equal store"
    ) { (records: inout [StoreRecord], _) in
      records = records.map { record in
        guard case .device(let device, let tokens) = record, let token = tokens.confirmed,
          let confirmed = DeviceTokens(confirmed: token, unconfirmed: nil)
        else { return record }
        return .device(device, tokens: confirmed)
      }
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
      breaks: "A device's token is replaced in its scope alone",
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
      breaks: "Devices and recovery keys are kept when the store is opened again",
      "Links and wrong codes are kept when the store is opened again",
      "Identity tokens are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.credentials = StoreCredentials()
    },
    Fault(
      "leaves credentials out of its contents",
      breaks: "The contents have the devices and recovery keys, and make an equal store"
    ) { (records: inout [StoreRecord], _) in
      records = records.compactMap { record in
        switch record {
        case .account(let account, let last, _, _): .account(account, lastSignedInAt: last)
        case .device: nil
        case .profile, .restingNickname, .session, .event, .metadata: record
        }
      }
    },
    Fault(
      "takes over the keys of merged accounts",
      breaks: "A merge adds keys of new accounts, and devices that are unknown"
    ) { (merged: inout Merged, _) in
      for case .account(let account, _, let key?, _) in merged.records {
        merged.state.credentials.recoveryKeys[account.id] = key
      }
    },
    Fault(
      "keeps a link that was redeemed",
      breaks: "An approved link signs its device in, once",
      "Of 100 concurrent calls that redeem a link, one does"
    ) { (after: inout StoreState, before) in
      if before.sessions.count < after.sessions.count {
        after.credentials.links = before.credentials.links
      }
    },
    Fault(
      "approves every link at once",
      breaks: "A link is redeemed with its device code, on its device, if it is approved"
    ) { (after: inout StoreState, before) in
      let account = after.accounts.first?.id
      for device in after.credentials.links.keys {
        after.credentials.links[device]?.state = .approved
        after.credentials.links[device]?.account = account
      }
    },
    Fault(
      "keeps links beyond their end",
      breaks: "A link is void after ten minutes, and when its device begins another"
    ) { (time: inout Timestamp, before) in
      time = before.credentials.links.values.first?.link.startedAt ?? time
    },
    Fault(
      "keeps the link of a removed account",
      breaks: "A link is void when its device is forgotten or its account is removed"
    ) { (after: inout StoreState, before) in
      let known = before.credentials.links.values.first
      guard let known, let id = known.account,
        let held = before.accounts.first(where: { $0.id == id })
      else { return }
      if !after.accounts.contains(held) { after.accounts.append(held) }
    },
    Fault(
      "keeps the link of a device whose account is removed",
      breaks:
        "A link is void once an account that is signed in on the device that has begun it is removed"
    ) { (after: inout StoreState, before) in
      if after.accounts.count < before.accounts.count {
        after.credentials.links = before.credentials.links
      }
    },
    Fault(
      "keeps the link of a device that signs out",
      breaks:
        "A link is void once a session on the device that has begun it is signed out or revoked"
    ) { (after: inout StoreState, before) in
      let open = { (state: StoreState) in state.sessions.count { $0.ending == nil } }
      if open(after) < open(before) { after.credentials.links = before.credentials.links }
    },
    Fault(
      "keeps approved links when sessions are revoked",
      breaks:
        "A revocation for its account, or a new recovery key, voids an approved link, and a sign-out does not"
    ) { (after: inout StoreState, before) in
      let isRevoked = zip(before.sessions, after.sessions).contains { $0.ending != $1.ending }
      if isRevoked { after.credentials.links = before.credentials.links }
    },
    Fault(
      "keeps an approved link if there is no other session to end",
      breaks:
        "Ending the other sessions of an account voids its approved link, even if there are none"
    ) { (after: inout StoreState, before) in
      guard after.sessions == before.sessions, after.credentials.links.count == 0,
        after.credentials.recoveryKeys == before.credentials.recoveryKeys
      else { return }
      after.credentials.links = before.credentials.links
    },
    Fault(
      "approves for any account",
      breaks: "Only an account that is signed in on a device is approved there"
    ) { (context: inout ChangeContext, before) in
      guard let holder = before.sessions.first(where: { $0.ending == nil })?.deviceID,
        !before.credentials.links.isEmpty, before.credentials.links[context.deviceID] == nil
      else { return }
      context = ChangeContext(at: context.time, in: .device(holder), from: context.origin)
    },
    Fault(
      "takes a repeated decision for a wrong code",
      breaks: "A decision that is repeated is done once, and is no wrong code"
    ) { (context: inout ChangeContext, before) in
      guard let id = context.intention, before.intentions[id]?.answer == .decision else { return }
      context = ChangeContext(at: context.time, in: context.scope, from: context.origin)
    },
    Fault(
      "counts no wrong codes",
      breaks: "Wrong user codes refuse the device that gave them, for ten minutes"
    ) { (after: inout StoreState, _) in
      after.credentials.wrongCodes = [:]
    },
    Fault(
      "gives two links one code",
      breaks: "Two links never have the same code"
    ) { (result: inout Result<Link, CredentialError>, before) in
      if case .failure(.store) = result, let first = before.credentials.links.values.first {
        result = .success(first.link)
      }
    },
    Fault(
      "forgets its links when it is opened",
      breaks: "Links and wrong codes are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.credentials.links = [:]
    },
    Fault(
      "ends identity tokens with the session",
      breaks: "An identity token identifies its account, also after a sign-out"
    ) { (after: inout StoreState, _) in
      if after.activeSessions.isEmpty { after.credentials.identityTokens = [] }
    },
    Fault(
      "identifies by expired tokens",
      breaks: "An identity token is void from its expiry on"
    ) { (time: inout Timestamp, before) in
      time = before.credentials.identityTokens.first?.token.issuedAt ?? time
    },
    Fault(
      "revokes all identity tokens at once",
      breaks: "A revoked identity token identifies nobody, and no other is revoked"
    ) { (after: inout StoreState, before) in
      if after.credentials.identityTokens.count < before.credentials.identityTokens.count {
        after.credentials.identityTokens = []
      }
    },
    Fault(
      "lists the identity tokens of any account",
      breaks: "Only an account that is signed in on a device has tokens issued there"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "issues another token for a known digest",
      breaks: "An issue that is repeated gives the same identity token"
    ) { (change: inout IdentityTokenChange, before) in
      guard let known = before.credentials.identityTokens.first else { return }
      change = IdentityTokenChange(
        token: change.token,
        digest: change.digest == known.digest ? change.token.id.digest : change.digest,
        context: change.context
      )
    },
    Fault(
      "keeps the identity tokens of a forgotten device",
      breaks: "Identity tokens go with their device and their account"
    ) { (after: inout StoreState, before) in
      if after.credentials.devices.count < before.credentials.devices.count {
        after.credentials.identityTokens = before.credentials.identityTokens
      }
    },
    Fault(
      "issues any number of identity tokens",
      breaks: "An account has at most 100 valid identity tokens"
    ) { (result: inout Result<IdentityToken, CredentialError>, before) in
      if case .failure(.tooManyIdentityTokens) = result,
        let first = before.credentials.identityTokens.first
      {
        result = .success(first.token)
      }
    },
    Fault(
      "forgets identity tokens when it is opened",
      breaks: "Identity tokens are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.credentials.identityTokens = []
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

extension IdentityTokenID {
  /// A digest that no test uses for a token.
  fileprivate var digest: SecretDigest {
    let bytes = description.utf8.prefix(SecretDigest.byteCount)
    guard let digest = SecretDigest(bytes: Array(bytes)) else {
      preconditionFailure("an ID has 36 characters")
    }
    return digest
  }
}

extension StoreCredentials.Registered {
  /// Makes the unconfirmed token the confirmed one.
  fileprivate mutating func confirm() {
    guard let token = tokens.unconfirmed,
      let confirmed = DeviceTokens(confirmed: token, unconfirmed: nil)
    else { return }
    tokens = confirmed
  }
}
