#if Server
import Crypto
import MonikerDomain

/// What a device may see of its accounts: their sessions, profiles and history.
///
/// Every change of it is an event of the history, so the newest events tell whether there was one.
struct DeviceView: Sendable {
  /// How many events are compared: those of different accounts may come out of their order.
  private static let depth = 4

  let history: any HistoryRepository

  /// Returns a text that is another one after each change, and tells nothing else: the numbers of events would
  /// tell how often others change something.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - state: whether somebody is signed in on it.
  func version(
    of device: DeviceID,
    _ state: SessionState
  ) async throws(HistoryError) -> String {
    // A session expires some time before that is an event.
    guard case .signedIn = state else { return "signedOut" }
    let newest = try await history.events(
      .all,
      PageRequest(limit: Self.depth),
      in: .device(device)
    )
    var hash = SHA256()
    hash.update(data: Array(device.description.utf8))
    for event in newest.entries { hash.update(data: Array("-\(event.sequence)".utf8)) }
    return hash.finalize().hexadecimal(16)
  }
}
#endif
