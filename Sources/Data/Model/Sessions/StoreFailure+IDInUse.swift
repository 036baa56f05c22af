package import MonikerDomain

extension StoreFailure {
  /// The failure of every store for a new ID that is already in use.
  package static func idInUse(at location: String) -> StoreFailure {
    StoreFailure(
      .idInUse,
      at: location,
      detail: "an ID that should be new is already in use"
    )
  }
}
