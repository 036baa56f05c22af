public import MonikerDomain

/// A store that keeps the model with its devices and credentials.
public protocol SharedModelRepository: ModelRepository, DeviceRepository, RecoveryKeyRepository {}

extension SharedModelRepository {
  /// See ``/MonikerDomain/DeviceRepository/register(_:)``.
  public func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    let change = owner.change(registration, at: location)
    return try await perform { state throws(CredentialError) in try state.register(change) }
  }

  /// See ``/MonikerDomain/DeviceRepository/device(provenBy:)``.
  public func device(provenBy digest: SecretDigest) throws(CredentialError) -> Device? {
    try read(CredentialError.self) { $0.device(provenBy: digest) }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceToken(of:with:in:)``.
  public func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.replaceToken(of: id, with: digest, in: change)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/forget(_:in:)``.
  public func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    let change = owner.change(context, at: location)
    return try await perform { state throws(CredentialError) in
      try state.forget(id, in: change)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/devices(in:)``.
  public func devices(in scope: StoreScope) throws(CredentialError) -> [Device] {
    try read(CredentialError.self) { $0.devices(in: scope) }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/setRecoveryKey(_:of:in:)``.
  public func setRecoveryKey(
    _ digest: SecretDigest?,
    of account: AccountID,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.setRecoveryKey(digest, of: account, in: change)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/hasRecoveryKey(_:in:)``.
  public func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) throws(CredentialError) -> Bool {
    let found = try read(CredentialError.self) { state in
      Result { () throws(CredentialError) in try state.hasRecoveryKey(account, in: scope) }
    }
    return try found.get()
  }
}
