#if Server
public import MonikerDomain

/// A device of the accounts on this device.
public struct RemoteDeviceEntry: Hashable, Sendable {
  /// The device.
  public let device: Device

  /// Whether it is this one.
  public let isCurrent: Bool
}

/// What a person sees of a link before they decide about it.
public struct RemoteLinkDetails: Hashable, Sendable {
  /// What the device asks for.
  public let purpose: LinkPurpose

  /// What its person calls the device; nil if that is not known.
  public let label: String?

  /// The address from which it asks, as the service sees it.
  public let origin: Origin

  /// The time of the request.
  public let startedAt: Timestamp

  /// The time from which on it is void.
  public let endsAt: Timestamp
}

/// An identity token that was issued.
public struct RemoteIdentityToken: Hashable, Sendable {
  /// What the service keeps of it.
  public let token: IdentityToken

  /// The token itself, which nobody gets again.
  public let secret: RemoteSecret
}

/// A proof in the body of a request.
struct ProofBody: Encodable, Sendable {
  let nickname: String?
  private var recoveryKey: String?
  private var link: String?

  init(nickname: String? = nil, _ proof: RemoteProof?) {
    self.nickname = nickname
    switch proof {
    case .recoveryKey(let key): recoveryKey = key.text
    case .link(let begun): link = begun.deviceCode.text
    case nil: break
    }
  }
}

// MARK: Links

extension RemoteRepository {
  /// Begins a link of this device, in place of its former one; a new device is registered for it.
  ///
  /// - Parameter purpose: what this device asks for.
  /// - Throws: ``RemoteError/credential(_:)`` for another purpose than signing in if nobody is signed in here;
  ///   ``RemoteError/store(_:)``.
  public func beginLink(for purpose: LinkPurpose = .signIn) async throws(RemoteError) -> RemoteLink
  {
    struct Body: Encodable {
      struct DeviceBody: Encodable { let label: String? }

      let device: DeviceBody
      let purpose: LinkPurpose
    }
    let call = RemoteCall(
      "POST",
      "links",
      body: Body(device: Body.DeviceBody(label: label), purpose: purpose),
      as: newIntentionID()
    )
    do throws(RemoteRefusal) {
      return try await replacingToken { () async throws(RemoteRefusal) in
        let (answer, isRepeated) =
          purpose == .signIn
          ? try await client.sendAsNewDevice(call, for: LinkAnswer.self)
          : (try await client.send(call, for: LinkAnswer.self), false)
        do throws(StoreFailure) {
          if let token = answer.token, let doubt = try await keep(token.secret, isRepeated) {
            throw doubt
          }
        } catch {
          throw .failed(error)
        }
        return RemoteLink(answer, at: address, as: newIntentionID())
      }
    } catch {
      throw remoteError(error)
    }
  }

  /// Returns what asks with a user code.
  ///
  /// - Parameter userCode: the code that the person typed.
  /// - Throws: ``RemoteError/credential(_:)``: not signed in, no such link, too many wrong codes;
  ///   ``RemoteError/store(_:)``.
  public func link(userCode: String) async throws(RemoteError) -> RemoteLinkDetails {
    let call = RemoteCall(
      "POST",
      "links",
      "lookup",
      body: CodeBody(userCode: userCode),
      // A wrong code counts, each time that it is sent.
      as: nil
    )
    do {
      let answer = try await client.send(call, for: LinkDetailsAnswer.self)
      return RemoteLinkDetails(
        purpose: answer.purpose,
        label: Origin(host: answer.label).host,
        origin: Origin(host: answer.host),
        startedAt: answer.startedAt.time,
        endsAt: answer.endsAt.time
      )
    } catch {
      throw remoteError(error)
    }
  }

  /// Lets the device with a user code in for an account.
  ///
  /// - Parameters:
  ///   - userCode: the code that the person typed.
  ///   - account: an account that is signed in on this device.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Throws: as ``link(userCode:)``.
  public func approve(
    userCode: String,
    for account: AccountID,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) {
    let body = CodeBody(userCode: userCode, accountID: account.description)
    try await decide("approve", body, intention)
  }

  /// Denies the request of the device with a user code.
  ///
  /// - Parameters:
  ///   - userCode: the code that the person typed.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Throws: as ``link(userCode:)``.
  public func deny(
    userCode: String,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) {
    try await decide("deny", CodeBody(userCode: userCode), intention)
  }

  private func decide(
    _ decision: String,
    _ body: CodeBody,
    _ intention: IntentionID?
  ) async throws(RemoteError) {
    do {
      try await client.send(
        RemoteCall("POST", "links", decision, body: body, as: intention ?? newIntentionID())
      )
    } catch .problem(let problem) where problem.code == "noSuchAccount" {
      throw .credential(.notSignedIn)
    } catch {
      throw remoteError(error)
    }
  }
}

private struct CodeBody: Encodable, Sendable {
  let userCode: String
  var accountID: String?
}

// MARK: Recovery keys

extension RemoteRepository {
  /// Replaces the recovery key of an account.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - proof: the present key, or the approval of another device; nil for none.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Returns: the new key, which nobody gets again.
  /// - Throws: ``RemoteError``.
  public func replaceRecoveryKey(
    of account: Account,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteSecret {
    do {
      let call = RemoteCall(
        "PUT",
        "account",
        "recovery-key",
        query: [SessionSubject.account(account.id).parameter],
        body: ProofBody(proof),
        as: intention ?? newIntentionID()
      )
      return try await client.send(call, for: RecoveryKeyAnswer.self).recoveryKey.secret
    } catch {
      throw remoteError(error, about: account)
    }
  }
}

// MARK: Identity tokens

extension RemoteRepository {
  /// Issues an identity token, which tells who somebody is and allows nothing else.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - label: what the person calls it; nil for nothing.
  ///   - lifetime: whole seconds; nil if it does not expire.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Throws: ``RemoteError``.
  public func issueToken(
    for account: AccountID,
    label: String?,
    lifetime: Duration?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteIdentityToken {
    struct Body: Encodable {
      let label: String?
      let expiresIn: Int64?
    }
    do throws(RemoteRefusal) {
      let call = RemoteCall(
        "POST",
        "identity-tokens",
        query: [SessionSubject.account(account).parameter],
        body: Body(label: label, expiresIn: lifetime?.components.seconds),
        as: intention ?? newIntentionID()
      )
      let answer = try await client.send(call, for: IdentityTokenAnswer.self)
      guard let secret = answer.token?.secret else {
        throw .failed(client.failure("an answer without the token"))
      }
      return RemoteIdentityToken(token: answer.token(of: account), secret: secret)
    } catch {
      throw remoteError(error)
    }
  }

  /// Returns the valid identity tokens of an account, in the order of their issue.
  ///
  /// - Parameter account: an account that is signed in on this device.
  /// - Throws: ``RemoteError``.
  public func identityTokens(
    of account: AccountID
  ) async throws(RemoteError) -> [IdentityToken] {
    do {
      let call = RemoteCall(
        get: "identity-tokens",
        query: [SessionSubject.account(account).parameter]
      )
      return try await client.send(call, for: IdentityTokensAnswer.self).identityTokens
        .map { $0.token(of: account) }
    } catch {
      throw remoteError(error)
    }
  }

  /// Revokes an identity token: it identifies nobody from then on.
  ///
  /// - Parameters:
  ///   - id: a token of an account that is signed in on this device.
  ///   - account: that account.
  /// - Throws: ``RemoteError/credential(_:)`` for a token that the account does not have, also if the answer to a
  ///   first request was lost; ``RemoteError/store(_:)``.
  public func revokeToken(
    _ id: IdentityTokenID,
    of account: AccountID
  ) async throws(RemoteError) {
    do {
      try await client.send(
        RemoteCall(
          "DELETE",
          "identity-tokens",
          id.description,
          query: [SessionSubject.account(account).parameter],
          as: newIntentionID()
        )
      )
    } catch .problem(let problem) where problem.code == "noSuchIdentityToken" {
      throw .credential(.noSuchIdentityToken(id))
    } catch {
      throw remoteError(error)
    }
  }
}

extension RemoteRepository {
  /// Returns who the token identifies, if it is an identity token.
  ///
  /// - Throws: ``RemoteError/credential(_:)`` if it identifies nobody; ``RemoteError/store(_:)``.
  public func identity() async throws(RemoteError) -> (nickname: Nickname, accountID: AccountID) {
    do throws(RemoteRefusal) {
      let answer = try await client.send(RemoteCall(get: "session"), for: IdentityAnswer.self)
      guard let nickname = Nickname(told: answer.nickname) else {
        throw .failed(client.failure("an answer without a nickname"))
      }
      return (nickname, answer.accountID.id)
    } catch {
      throw remoteError(error)
    }
  }
}

// MARK: Devices

extension RemoteRepository {
  /// Returns a page of the devices on which the accounts of this device are signed in, with this one.
  ///
  /// - Throws: ``RemoteError/store(_:)``.
  public func devices(
    _ page: PageRequest
  ) async throws(RemoteError) -> Page<RemoteDeviceEntry> {
    do {
      let call = RemoteCall(get: "devices", query: page.parameters)
      return try await self.page(call, page, for: DevicePageAnswer.self, \.page)
    } catch {
      throw .store(error)
    }
  }

  /// Forgets this device: its sessions end, and its token proves nothing from then on.
  ///
  /// - Returns: the sessions that the call ended, as far as the answer arrived.
  /// - Throws: ``RemoteError/store(_:)``.
  @discardableResult
  public func forgetDevice() async throws(RemoteError) -> [SessionEntry] {
    do {
      guard try await isKnown() else { return [] }
    } catch {
      throw .store(error)
    }
    do throws(RemoteRefusal) {
      return try await replacingToken { () async throws(RemoteRefusal) in
        var ended: [SessionEntry] = []
        do throws(RemoteRefusal) {
          let call = RemoteCall("DELETE", "device", as: newIntentionID())
          ended = try await client.send(call, for: EndedAnswer.self).ended.map(\.entry)
        } catch {
          // The service does not know it: it was forgotten, perhaps by a request whose answer was lost.
          guard case .problem(let problem) = error, problem.isUnauthorized else { throw error }
        }
        do throws(StoreFailure) {
          try await client.device.keep(nil)
        } catch {
          throw .failed(error)
        }
        remember(SessionSnapshot(active: nil))
        return ended
      }
    } catch {
      throw remoteError(error)
    }
  }
}

extension DevicePageAnswer {
  fileprivate var page: Page<RemoteDeviceEntry> {
    let entries = devices.map { answer in
      RemoteDeviceEntry(
        device: Device(
          id: answer.deviceID.id,
          label: answer.label,
          registeredAt: answer.registeredAt.time,
          origin: Origin(host: answer.host)
        ),
        isCurrent: answer.current
      )
    }
    return Page(entries: entries, next: next.map(PageCursor.init))
  }
}
#endif
