#if Server
public import MonikerDomain

/// What a service has told this device last, in a file of mode 0600, for `whoami --offline`.
public struct LastAnswerFile: Sendable {
  private let file: OwnFile<LastAnswer>

  /// Creates the value; the file need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder for the files of all services, which is made if it is missing.
  ///   - service: the address of the service.
  public init(in folder: String, for service: ServiceAddress) {
    file = OwnFile(path: "\(folder)/\(service.fileName).last")
  }

  /// Returns what was told last; nil if nothing was.
  ///
  /// - Throws: the failures of reading the file; one that is damaged never looks like "nobody".
  public func load() throws(StoreFailure) -> LastAnswer? { try file.read() }

  /// Keeps an answer in place of the former one.
  ///
  /// - Throws: the failures of writing the file.
  public func save(_ answer: LastAnswer) throws(StoreFailure) {
    try file.change { _ in answer }
  }

  /// Removes the answer.
  ///
  /// - Throws: the failures of removing the file.
  public func remove() throws(StoreFailure) {
    try file.change { _ in nil }
  }
}

/// A session that a service has told, with the time.
public struct LastAnswer: Hashable, Sendable, Codable {
  /// When it was told, by the clock of this machine.
  public let time: Timestamp

  private let account: Account?
  private let session: Session?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - snapshot: the active session of this device.
  ///   - time: when it was told.
  public init(_ snapshot: SessionSnapshot, at time: Timestamp) {
    self.time = time
    account = snapshot.active?.account
    session = snapshot.active?.session
  }

  /// The active session of this device at that time.
  public var snapshot: SessionSnapshot {
    guard let account, let session, session.accountID == account.id else {
      return SessionSnapshot(active: nil)
    }
    return SessionSnapshot(active: AccountSession(account: account, session: session))
  }
}
#endif
