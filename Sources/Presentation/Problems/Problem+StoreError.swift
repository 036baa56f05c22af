public import MonikerDomain

extension Problem {
  /// Describes why the contents of a store were not copied.
  ///
  /// - Parameter wayOut: what else to do if the target is not empty.
  public init(_ error: StoreError, orElse wayOut: String = "use --merge to add to its contents") {
    switch error {
    case .conflicts(let conflicts):
      let reasons = conflicts.map { $0.sentence }.joined(separator: " ")
      self.init(.storeConflict, "\(reasons) Nothing was changed.")
    case .notEmpty(let location):
      self.init(
        .storeNotEmpty,
        "\(location.visible) is not empty. Nothing was changed. "
          + "Choose another place, or \(wayOut)."
      )
    case .sameStore(let location):
      self.init(.usage, "The source and the target are both \(location.visible). Name two stores.")
    case .noPlace(let name):
      self.init(.usage, "The store \"\(name)\" has no file. Choose another one with --store.")
    case .differs(let location):
      self.init(
        .inputOutput,
        "The copy for \(location.visible) differs from its source. It was not put in "
          + "place. Check the disk, and try again."
      )
    case .unsound(let location, let defects):
      let found = defects.map { $0.visible + "." }.joined(separator: " ")
      self.init(
        .storeDamaged,
        "\(location.visible) is damaged: \(found) Nothing was changed. "
          + "Use another one, or recover what can be read with: moniker store repair"
      )
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
    let code: Code
    let next: String
    switch failure.reason {
    case .newer: (code, next) = (.storeNewer, "Update moniker.")
    case .damaged: (code, next) = (.storeDamaged, "Export it again.")
    case .permissionDenied: (code, next) = (.permissionDenied, "Check its owner and permissions.")
    case .unreachable: (code, next) = (.storeUnreachable, "Check the path.")
    case .busy, .foreign, .idInUse, .inputOutput: (code, next) = (.inputOutput, "Try again.")
    }
    self.init(
      code,
      "The export \(name.visible) cannot be read: \(failure.detail.visible). Nothing was changed. "
        + next
    )
  }

  /// Describes why an export could not be written.
  public init(exporting failure: StoreFailure) {
    self.init(writing: failure)
  }
}

extension StoreConflict {
  fileprivate var sentence: String {
    switch self {
    case .renamed(let account, let there):
      "In the target, the account \(account.nickname.text.visible) is named \(there.nickname.text.visible)."
    case .nicknameHeld(let account, let holder):
      "In the target, another account has the nickname \(account.nickname.text.visible), or one that "
        + "looks like it: \(holder.nickname.text.visible). Rename one of them first."
    case .session(let id, _):
      "In the target, the session \(id) is in another state."
    case .secondSession(let id, _):
      "In the target, the account of the open session \(id) has another one. End one of them first."
    }
  }
}
