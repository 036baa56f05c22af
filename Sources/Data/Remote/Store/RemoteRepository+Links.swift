#if Server
public import MonikerDomain

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
#endif
