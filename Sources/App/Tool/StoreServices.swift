import MonikerData
import MonikerDomain
import MonikerPresentation

/// The stores for the commands on whole stores, and the paths of their files.
struct StoreServices {
  /// The store in use.
  let present: NamedStore

  /// Its settings.
  let settings: any StoreSettingsRepository

  /// Opens the store in a file, of the kind that the file has.
  let file: @Sendable (String) throws(Problem) -> NamedStore

  /// Opens a store in a file, of the kind of the store in use.
  let beside: @Sendable (String) throws(Problem) -> NamedStore

  /// Takes the progress of a copy from time to time.
  var report: @Sendable (CopyProgress) -> Void = { _ in }

  var presenter: StorePresenter { StorePresenter(store: present, report: report) }
}

extension Services {
  /// The stores for the commands on whole stores.
  ///
  /// - Throws: a problem that names the operator's commands, if the store is a service's.
  var stores: StoreServices {
    get throws(Problem) {
      var stores = try wholeStores()
      stores.report = report
      return stores
    }
  }
}
