public import MonikerDomain

extension Problem {
  /// Describes why a file other than the store could not be written.
  public init(writing failure: StoreFailure) {
    let code: Code =
      switch failure.reason {
      case .busy: .storeBusy
      case .permissionDenied: .permissionDenied
      default: .inputOutput
      }
    self.init(
      code,
      "The file \(failure.location.printable) was not written: \(failure.detail.printable). "
        + "Nothing was changed.\(failure.reason == .busy ? " Try again." : "")"
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
        (.permissionDenied, "Check its owner and its permissions.")
      case .damaged:
        (
          .storeDamaged,
          "It was left unchanged. Restore a backup with `moniker store restore FILE`, or recover what "
            + "can be read with `moniker store repair`."
        )
      case .foreign:
        (.storeForeign, "It was left unchanged. Choose another path with --store.")
      case .newer:
        (.storeNewer, "It was left unchanged. Update moniker.")
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
