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
  ///   - new: the ID, unless one of the account is kept from less than
  ///     ``/MonikerDomain/RepeatableRequest/lifetime`` ago.
  ///   - account: the account.
  ///   - now: the present time.
  /// - Returns: the ID that is kept.
  /// - Throws: the failures of the file; then nothing may be sent.
  func begin(
    _ new: IntentionID,
    of account: AccountID,
    at now: Timestamp
  ) throws(StoreFailure) -> IntentionID {
    var id = new
    try file.change { kept in
      let young = (kept ?? []).filter { $0.time.isWithin(RepeatableRequest.lifetime, of: now) }
      if let same = young.first(where: { $0.account == account }) {
        id = same.id
        return young
      }
      return young + [PendingReplacement(id: new, account: account, time: now)]
    }
    return id
  }

  /// Removes a replacement whose answer has arrived.
  ///
  /// - Throws: the failures of the file.
  func end(_ id: IntentionID) throws(StoreFailure) {
    try file.change { kept in
      let others = (kept ?? []).filter { $0.id != id }
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
