public import MonikerDomain

extension Problem {
  /// Describes why a file other than the store could not be written.
  public init(writing failure: StoreFailure) {
    let code: Code =
      switch failure.reason {
      case .permissionDenied: .permissionDenied
      default: .inputOutput
      }
    self.init(
      code,
      "The file \(failure.location.printable) was not written: \(failure.detail.printable). "
        + "Nothing was changed."
    )
  }

  /// Describes a store's failure: what happened, where, and what to do next.
  public init(_ failure: StoreFailure) {
    let (code, next): (Code, String) =
      switch failure.reason {
      case .busy:
        (.storeBusy, "Nothing was changed. Try again.")
      case .unreachable:
        (.storeUnreachable, "Check the path, or choose another store with --store.")
      case .permissionDenied:
        (.permissionDenied, "Check who owns it and its permissions.")
      case .damaged:
        (
          .storeDamaged,
          "It was left as it is. Put a backup in its place with `moniker store restore FILE`, or save what "
            + "can be read of it with `moniker store repair`."
        )
      case .foreign:
        (.storeForeign, "It was left as it is. Choose another path with --store.")
      case .newer:
        (.storeNewer, "It was left as it is. Update moniker.")
      case .idInUse:
        (.failure, "Nothing was changed. Try again.")
      case .inputOutput:
        (.inputOutput, "Check the disk and the space left on it.")
      }
    self.init(
      code,
      "The store \(failure.location.printable) failed: \(failure.detail.printable). \(next)"
    )
  }
}
