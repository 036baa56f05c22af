public import MonikerDomain

extension Problem {
  /// Describes why a file other than the store could not be written.
  public init(writing failure: StoreFailure) {
    let code: Code =
      switch failure.reason {
      case .busy: .storeBusy
      case .permissionDenied, .writableByOthers: .permissionDenied
      default: .inputOutput
      }
    let file = "The file \(failure.location.printable)"
    let what = failure.detail.printable
    guard !failure.isChangeMade else {
      self.init(code, "\(file) is not safe yet: \(what).")
      return
    }
    self.init(
      code,
      "\(file) was not written: \(what). Nothing was changed."
        + (failure.reason == .busy ? " Try again." : "")
    )
  }

  /// Describes a store's failure: what happened, where, and what to do next.
  public init(_ failure: StoreFailure) {
    let what = failure.description
    if failure.location.utf8.starts(with: "http".utf8) {
      self.init(ofService: failure)
      return
    }
    switch failure.reason {
    case .busy:
      self.init(
        .storeBusy,
        what + (failure.isChangeMade ? "" : " Nothing was changed.") + " Try again."
      )
    case .unreachable:
      self.init(.storeUnreachable, what, .checkPath)
    case .permissionDenied:
      self.init(.permissionDenied, what + " Check its owner and its permissions.")
    case .writableByOthers(let path):
      self.init(.permissionDenied, what, .protect(path))
    case .damaged:
      let state = failure.isChangeMade ? "" : " It was left unchanged."
      self.init(.storeDamaged, what + state, .recover)
    case .damagedDeviceFile:
      self.init(
        .storeDamaged,
        "The file \(failure.location.printable) cannot be used: \(failure.detail.printable). Remove it, "
          + "and sign in again if you are asked to."
      )
    case .foreign:
      self.init(.storeForeign, what + " It was left unchanged.", .choosePath)
    case .export:
      self.init(.storeForeign, what + " It was left unchanged.", .importExport)
    case .newer:
      self.init(.storeNewer, what + " It was left unchanged.", .update)
    case .idInUse:
      self.init(.failure, what + " Nothing was changed. Try again.")
    case .unsupported:
      self.init(.failure, what + " Nothing was changed.")
    case .noSpace, .inputOutput:
      self.init(.inputOutput, what + " Check the disk and the space left on it.")
    }
    storeFailure = failure.reason
  }

  /// Describes the failure of a store that is a service's: it has no path and no disk here.
  private init(ofService failure: StoreFailure) {
    let what = failure.description
    switch failure.reason {
    case .busy: self.init(.storeBusy, what)
    case .unreachable: self.init(.storeUnreachable, what, .checkService)
    case .permissionDenied, .writableByOthers: self.init(.permissionDenied, what)
    case .newer: self.init(.storeNewer, what, .update)
    case .damaged, .damagedDeviceFile, .foreign, .export, .idInUse, .unsupported:
      self.init(.failure, what)
    case .noSpace, .inputOutput: self.init(.inputOutput, what + " Tell its operator.")
    }
    storeFailure = failure.reason
  }
}
