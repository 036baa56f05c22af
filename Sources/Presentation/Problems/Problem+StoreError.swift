public import MonikerDomain

extension Problem {
  /// Describes why the contents of a store were not copied.
  public init(_ error: StoreError) {
    switch error {
    case .conflicts(let conflicts):
      let reasons = conflicts.map { $0.sentence }.joined(separator: " ")
      self.init(.storeConflict, "\(reasons) Nothing was changed.")
    case .notEmpty(let location):
      self.init(
        .storeNotEmpty,
        "\(location.visible) holds something already. Nothing was changed. "
          + "Choose another place, or see --help for what may be done with what is there."
      )
    case .sameStore(let location):
      self.init(.usage, "Both are the store \(location.visible). Name two different ones.")
    case .noPlace(let name):
      self.init(.usage, "The store \"\(name)\" has no file. Choose another one with --store.")
    case .differs(let location):
      self.init(
        .inputOutput,
        "What was written for \(location.visible) is not what was read. It was not put in its "
          + "place. Check the disk, and try again."
      )
    case .unsound(let location, let defects):
      let found = defects.map { $0.visible + "." }.joined(separator: " ")
      self.init(
        .storeDamaged,
        "\(location.visible) is not sound: \(found) Nothing was changed. "
          + "Take another one, or make a new store of what can be read with: moniker store repair"
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
    guard case .store(let failure) = error, failure.location == name else {
      self.init(error)
      return
    }
    let code: Code
    let next: String
    switch failure.reason {
    case .newer: (code, next) = (.storeNewer, "Update moniker.")
    case .damaged: (code, next) = (.storeDamaged, "Export it again.")
    case .permissionDenied: (code, next) = (.permissionDenied, "Check who owns it.")
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
      "The account \(account.nickname.text.visible) is called \(there.nickname.text.visible) there."
    case .nicknameHeld(let account, let holder):
      "The nickname \(account.nickname.text.visible) is held there by another account, or looks like "
        + "that of one: \(holder.nickname.text.visible). Rename one of them first."
    case .session(let id, _):
      "The session \(id) is there in another state."
    case .secondSession(let id, _):
      "The session \(id) is open, and its account has another open one there. End one of them first."
    }
  }
}
