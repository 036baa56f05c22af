import MonikerDomain

extension StoreFailure {
  /// The failure that every store reports for an identity that is not new.
  static func idInUse(at location: String) -> StoreFailure {
    StoreFailure(
      .idInUse,
      at: location,
      detail: "an identity that should have been new is in use already"
    )
  }
}
