#if Server
import MonikerDomain

/// The sign-ins of a device whose answers may be lost, in a file of mode 0600.
///
/// A service gives a recovery key once, but it repeats an answer whose request comes again with its ID. With the ID
/// kept, a second run of a program gets the key of an account that the first run has made. It is repeated with the token
/// that the device had then: one that it got since may be void.
public struct PendingSignIns: Sendable {
  private let file: OwnFile<[PendingSignIn]>

  /// Creates the value; the file need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder for the files of all services, which is made if it is missing.
  ///   - service: the address of the service.
  public init(in folder: String, for service: ServiceAddress) {
    file = OwnFile(path: "\(folder)/\(service.fileName).sign-ins")
  }

  /// Keeps the ID of a sign-in before its request is sent.
  ///
  /// - Parameters:
  ///   - new: the ID, unless the same sign-in is kept from less than ``/MonikerDomain/RepeatableRequest/lifetime`` ago.
  ///   - nickname: the nickname.
  ///   - terms: how long the session lasts.
  ///   - now: the present time.
  /// - Returns: the ID of the sign-in that is kept.
  /// - Throws: the failures of the file; then nothing may be sent.
  func begin(
    _ new: IntentionID,
    under nickname: Nickname,
    on terms: SessionTerms,
    at now: Timestamp
  ) throws(StoreFailure) -> IntentionID {
    let signIn = PendingSignIn(id: new, nickname: nickname.text, terms: terms, time: now)
    var id = new
    try file.change { kept in
      let young = (kept ?? []).filter { $0.time.isWithin(RepeatableRequest.lifetime, of: now) }
      if let same = young.first(where: { $0.isSame(as: signIn) }) {
        id = same.id
        return young
      }
      return young + [signIn]
    }
    return id
  }

  /// Keeps the token that the device had before a sign-in whose new token may be void.
  ///
  /// - Throws: the failures of the file.
  func keep(_ former: RemoteSecret, for id: IntentionID) throws(StoreFailure) {
    try file.change { kept in
      kept?.map { signIn in
        guard signIn.id == id, signIn.former == nil else { return signIn }
        var signIn = signIn
        signIn.former = former.text
        return signIn
      }
    }
  }

  /// The token that the device had before a sign-in; nil if none was kept.
  ///
  /// - Throws: the failures of the file.
  func former(of id: IntentionID) throws(StoreFailure) -> RemoteSecret? {
    try file.read()?.first { $0.id == id }?.former.flatMap { RemoteSecret($0) }
  }

  /// Removes a sign-in whose answer has arrived.
  ///
  /// - Throws: the failures of the file.
  func end(_ id: IntentionID) throws(StoreFailure) {
    try file.change { kept in
      let others = (kept ?? []).filter { $0.id != id }
      return others.isEmpty ? nil : others
    }
  }
}

private struct PendingSignIn: Codable, Sendable {
  let id: IntentionID
  let time: Timestamp
  /// A token of the device that may be the present one.
  var former: String?
  private let nickname: String
  private let lifetime: Int64?
  private let minimumRemaining: Int64?
  private let isSliding: Bool

  init(id: IntentionID, nickname: String, terms: SessionTerms, time: Timestamp) {
    self.id = id
    self.nickname = nickname
    self.time = time
    lifetime = terms.lifetime?.components.seconds
    minimumRemaining = terms.minimumRemaining?.components.seconds
    isSliding = terms.isSliding
  }

  /// Whether the requests of two sign-ins have the same body, as long as the label of the device is the same.
  func isSame(as other: Self) -> Bool {
    nickname.utf8.elementsEqual(other.nickname.utf8) && lifetime == other.lifetime
      && minimumRemaining == other.minimumRemaining && isSliding == other.isSliding
  }
}
#endif
