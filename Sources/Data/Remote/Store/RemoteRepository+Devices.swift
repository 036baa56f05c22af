#if Server
public import MonikerDomain

/// A device of the accounts on this device.
public struct RemoteDeviceEntry: Hashable, Sendable {
  /// The device.
  public let device: Device

  /// Whether it is this one.
  public let isCurrent: Bool
}

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

extension RemoteRepository {
  /// Gives this device a new token, and uses it: the former one, which earlier requests have, proves nothing then.
  ///
  /// - Returns: why the former token may still prove something; nil if it does not.
  func voidEarlierRequests() async -> StoreFailure? {
    if let origin = client.device.tokenOrigin {
      return client.failure("the answer came late, and the token in \(origin) cannot be replaced")
    }
    do throws(RemoteRefusal) {
      try await replacingToken { () async throws(RemoteRefusal) in
        // It is sent once: a copy of it would make void the token that is kept here.
        let call = RemoteCall("POST", "device", "token", body: TokenRotation(), as: nil)
        let token = try await client.send(call, for: RotatedTokenAnswer.self).token.secret
        let former = try await keepRotated(token)
        do throws(RemoteRefusal) {
          try await client.send(RemoteCall(get: "session"))
        } catch .problem(let problem) {
          // Any other refusal shows that the service knows the token.
          guard problem.isUnauthorized else { return }
          // An earlier rotation came late, and has made it void before it was used.
          try? await client.device.keep(former)
          throw .problem(problem)
        }
      }
      return nil
    } catch {
      switch error {
      case .problem(let problem): return problem.failure(of: client.address)
      case .failed(let failure): return failure
      }
    }
  }

  /// Keeps a token that the service has given in place of another one, and returns that.
  private func keepRotated(_ token: RemoteSecret) async throws(RemoteRefusal) -> RemoteSecret? {
    do throws(StoreFailure) {
      let former = try await client.device.token()
      do throws(StoreFailure) {
        try await client.device.keep(token)
        // The former one proves the sign-outs that wait.
        if let former { try offline?.queue.replace(former, by: token) }
      } catch {
        // The former one holds until the new one is used.
        try? await client.device.keep(former)
        throw error
      }
      return former
    } catch {
      throw .failed(error)
    }
  }
}

/// The body of a rotation.
private struct TokenRotation: Encodable, Sendable {}

private struct RotatedTokenAnswer: Decodable, Sendable {
  let token: SecretAnswer
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
