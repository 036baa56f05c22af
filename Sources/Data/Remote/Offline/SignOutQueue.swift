#if Server
public import MonikerDomain

/// The sign-outs that could not be sent, with the tokens that they need, in a file of mode 0600.
///
/// The session ends here at once; the next command that reaches the service ends it there.
public struct SignOutQueue: Sendable {
  private let file: OwnFile<[PendingSignOut]>

  /// Creates the value; the file need not exist.
  ///
  /// - Parameter path: the path of the file, whose folder is made if it is missing.
  public init(path: String) {
    file = OwnFile(path: path)
  }

  /// The sign-outs, in the order in which they were made.
  ///
  /// - Throws: the failures of reading the file.
  public func all() throws(StoreFailure) -> [PendingSignOut] { try file.read() ?? [] }

  /// Adds a sign-out; when it returns, the file survives a loss of power.
  ///
  /// - Throws: the failures of writing the file.
  public func add(_ signOut: PendingSignOut) throws(StoreFailure) {
    try file.change { ($0 ?? []).filter { $0.intention != signOut.intention } + [signOut] }
  }

  /// Lets the sign-outs that a token proves be proven by another one.
  ///
  /// - Throws: the failures of writing the file.
  func replace(_ former: RemoteSecret, by token: RemoteSecret) throws(StoreFailure) {
    guard try all().contains(where: { $0.secret == former }) else { return }
    try file.change { $0?.map { $0.secret == former ? $0.proven(by: token) : $0 } }
  }

  /// Removes a sign-out that was sent; the last one is removed with the file.
  ///
  /// - Throws: the failures of writing the file.
  public func remove(_ signOut: PendingSignOut) throws(StoreFailure) {
    guard try all().contains(where: { $0.intention == signOut.intention }) else { return }
    try file.change { entries in
      let rest = (entries ?? []).filter { $0.intention != signOut.intention }
      return rest.isEmpty ? nil : rest
    }
  }
}

/// A sign-out that could not be sent.
public struct PendingSignOut: Hashable, Sendable, Codable {
  /// The address of the service.
  public let service: String

  /// The account that signed out.
  public let account: AccountID

  /// The ID of the intention: sent twice, it is done once.
  public let intention: IntentionID

  /// When the person signed out.
  public let time: Timestamp

  private var token: String

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - account: the account that signed out.
  ///   - service: the service.
  ///   - token: the token of this device.
  ///   - intention: the ID of the intention with which the sign-out was tried.
  ///   - time: when the person signed out.
  public init(
    of account: AccountID,
    from service: ServiceAddress,
    with token: RemoteSecret,
    as intention: IntentionID,
    at time: Timestamp
  ) {
    self.service = service.description
    self.account = account
    self.intention = intention
    self.time = time
    self.token = token.text
  }

  /// The token of this device, by which the sign-out is sent; nil in a file that was changed.
  public var secret: RemoteSecret? { RemoteSecret(token) }

  fileprivate func proven(by token: RemoteSecret) -> PendingSignOut {
    var other = self
    other.token = token.text
    return other
  }
}

extension PendingSignOut: CustomStringConvertible, CustomReflectable {
  /// The account and the service, without the token.
  public var description: String { "the sign-out of \(account) from \(service)" }

  /// A mirror without children, of which one is a secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
