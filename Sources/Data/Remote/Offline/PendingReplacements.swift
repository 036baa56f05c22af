#if Server
import MonikerDomain

/// The replacements of recovery keys whose answers may be lost, in a file of mode 0600.
///
/// A service gives a key once, but it repeats an answer whose request comes again with its ID. With the ID kept, a
/// second run of a program gets the key that the first run has set. The file has no key.
public struct PendingReplacements: Sendable {
  private let file: OwnFile<[PendingReplacement]>

  /// Creates the value; the file need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder for the files of all services, which is made if it is missing.
  ///   - service: the address of the service.
  public init(in folder: String, for service: ServiceAddress) {
    file = OwnFile(path: "\(folder)/\(service.fileName).replacements")
  }

  /// Keeps the ID of a replacement before its request is sent.
  ///
  /// - Parameters:
  ///   - id: the ID.
  ///   - account: the account.
  ///   - now: the present time.
  /// - Throws: the failures of the file; then nothing may be sent.
  func begin(
    _ id: IntentionID,
    of account: AccountID,
    at now: Timestamp
  ) throws(StoreFailure) {
    try file.change { kept in
      young(kept, at: now) + [PendingReplacement(id: id, account: account, time: now)]
    }
  }

  /// Returns the IDs of an account from less than ``/MonikerDomain/RepeatableRequest/lifetime`` ago, the first one first.
  ///
  /// - Throws: the failures of the file.
  func begun(
    of account: AccountID,
    at now: Timestamp
  ) throws(StoreFailure) -> [IntentionID] {
    young(try file.read(), at: now).filter { $0.account == account }.map(\.id)
  }

  private func young(_ kept: [PendingReplacement]?, at now: Timestamp) -> [PendingReplacement] {
    (kept ?? []).filter { $0.time.isWithin(RepeatableRequest.lifetime, of: now) }
  }

  /// Removes a replacement that was refused.
  ///
  /// - Throws: the failures of the file.
  func end(_ id: IntentionID) throws(StoreFailure) {
    try remove { $0.id == id }
  }

  /// Removes the replacements of an account whose key has arrived.
  ///
  /// - Throws: the failures of the file.
  func end(_ account: AccountID) throws(StoreFailure) {
    try remove { $0.account == account }
  }

  private func remove(_ isOver: (PendingReplacement) -> Bool) throws(StoreFailure) {
    try file.change { kept in
      let others = (kept ?? []).filter { !isOver($0) }
      return others.isEmpty ? nil : others
    }
  }
}

private struct PendingReplacement: Codable, Sendable {
  let id: IntentionID
  let account: AccountID
  let time: Timestamp
}
#endif
