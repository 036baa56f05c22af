public import MonikerDomain

extension Problem {
  /// Describes why the contents of a store were not copied.
  ///
  /// - Parameter remedy: what to do if the target is not empty.
  public init(_ error: StoreError, orElse remedy: Remedy = .chooseTargetOrMerge) {
    switch error {
    case .conflicts:
      self.init(.storeConflict, error.description)
    case .notEmpty:
      self.init(.storeNotEmpty, error.description, remedy)
    case .sameStore:
      self.init(.usage, "\(error) Name another one.")
    case .noPlace:
      self.init(.usage, error.description, .chooseStore)
    case .differs:
      self.init(.inputOutput, "\(error) Check the disk, and try again.")
    case .unsound:
      self.init(.storeDamaged, error.description, .useAnother)
    case .invalidRecord(let number, let defect, let location):
      self.init(
        StoreFailure(.damaged, at: location, detail: "record \(number): \(defect)")
      )
    case .store(let failure):
      self.init(failure)
    }
  }

  /// Describes why an import failed.
  ///
  /// - Parameter name: the name of the export: a failure whose location is that name is one of
  ///   reading the export, and every other one is of the store.
  public init(_ error: StoreError, importing name: String) {
    let failure: StoreFailure
    switch error {
    case .store(let found) where found.location == name: failure = found
    case .invalidRecord(let number, let defect, _):
      // The first line of an export has no record.
      failure = StoreFailure(.damaged, at: name, detail: "line \(number + 1): \(defect)")
    default:
      self.init(error)
      return
    }
    let what =
      "The export \(name.visible) cannot be read: \(failure.detail.visible). Nothing was changed."
    switch failure.reason {
    case .newer:
      self.init(.storeNewer, what, .update)
    case .damaged:
      self.init(.storeDamaged, what + " Export it again.")
    case .permissionDenied, .writableByOthers:
      self.init(.permissionDenied, what + " Check its owner and permissions.")
    case .unreachable:
      self.init(.storeUnreachable, what + " Check the path.")
    case .busy, .damagedDeviceFile, .foreign, .export, .idInUse, .unsupported, .noSpace,
      .inputOutput:
      self.init(.inputOutput, what + " Try again.")
    }
  }

  /// Describes why a repair failed: what cannot be repaired can still be restored.
  public init(repairing error: StoreError) {
    guard case .store(let failure) = error, failure.reason == .damaged else {
      self.init(error)
      return
    }
    self.init(
      .storeDamaged,
      "The store \(failure.location.printable) cannot be repaired: \(failure.detail.printable). It "
        + "was left unchanged.",
      .restore
    )
  }

  /// Describes why an export could not be written.
  public init(exporting failure: StoreFailure) {
    self.init(writing: failure)
  }
}
