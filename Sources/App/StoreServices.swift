import MonikerData
import MonikerDomain
import MonikerPresentation

/// The stores for the commands on whole stores, and the paths of their files.
struct StoreServices {
  /// The store in use.
  let present: NamedStore

  /// Opens the store that the value of an option names, such as `plist:PATH`.
  let named: @Sendable (String, _ option: String) throws(Problem) -> NamedStore

  /// Opens the store in a file, of the kind that the file has.
  let file: @Sendable (String) throws(Problem) -> NamedStore

  /// Opens a store in a file, of the kind of the store in use.
  let beside: @Sendable (String) throws(Problem) -> NamedStore

  /// Returns the absolute path of a file that is no part of the store in use.
  let otherFile: @Sendable (String) throws(Problem) -> String

  /// Returns the path for a kept copy of what is at a path, with the present time in its name.
  let keptPath: @Sendable (String) -> String

  /// Takes the progress of a copy from time to time.
  var report: @Sendable (CopyProgress) -> Void = { _ in }

  var presenter: StorePresenter { StorePresenter(store: present, report: report) }
}
