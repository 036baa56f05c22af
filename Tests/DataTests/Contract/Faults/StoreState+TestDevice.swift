import MonikerDomain
import MonikerDoubles
@testable import MonikerModel

extension StoreState {
  /// The active session of the test's device.
  var activeSessionID: SessionID? {
    get { activeSessions[TestDevice.current] }
    set { activeSessions[TestDevice.current] = newValue }
  }
}
