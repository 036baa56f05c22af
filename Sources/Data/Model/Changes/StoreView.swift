package import MonikerDomain

/// The scope of a call with the time that the owner of the store sets: an expired session shows nothing.
package struct StoreView: Hashable, Sendable {
  package let scope: StoreScope
  package let time: Timestamp

  package init(_ scope: StoreScope, at time: Timestamp) {
    self.scope = scope
    self.time = time
  }

  package var deviceID: DeviceID { scope.deviceID }
}

extension StoreOwner {
  /// Completes the scope of a query; a store calls it once for each call, in the task of the caller.
  package func view(_ scope: StoreScope) -> StoreView {
    StoreView(scope, at: now())
  }
}

extension ChangeContext {
  /// What the call sees.
  package var view: StoreView { StoreView(scope, at: time) }
}
