import MonikerData
import MonikerDomain
import MonikerPresentation

/// What the commands on whole stores work with.
struct StoreServices {
  /// The store in use.
  let present: NamedStore

  /// The store that a text such as `plist:PATH` names, as the value of an option.
  let named: @Sendable (String, _ option: String) throws(Problem) -> NamedStore

  /// The store in a file, whatever kind it is.
  let file: @Sendable (String) throws(Problem) -> NamedStore

  /// A store of the kind of the one in use, in a file.
  let beside: @Sendable (String) throws(Problem) -> NamedStore

  /// The absolute path of a file.
  let path: @Sendable (String) throws(Problem) -> String

  /// Where the store in use is kept when it is replaced now.
  let keptPath: @Sendable () -> String

  /// Is told how far a copy has come.
  var report: @Sendable (CopyProgress) -> Void = { _ in }

  var presenter: StorePresenter { StorePresenter(store: present, report: report) }
}
