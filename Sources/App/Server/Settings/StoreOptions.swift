#if Server
import ArgumentParser
import Moniker
import MonikerDomain

/// The option that names the store of the service.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: sqlite[:PATH] or memory (variable: MONIKER_STORE; default: sqlite).",
      valueName: "store"
    ),
    completion: .list(["sqlite", "sqlite:", "memory"])
  )
  var store: String?

  /// Opens the store that the option, or else the variable, names.
  ///
  /// - Parameters:
  ///   - owner: sets the time and the new IDs.
  ///   - report: is called with the time that each change of a batch took.
  /// - Throws: `ValidationError` for a store that is not one of a service.
  func open(
    owner: StoreOwner,
    report: @escaping @Sendable (_ waits: [Duration]) -> Void = { _ in }
  ) throws -> OpenSharedStore {
    let location = try location()
    let path = try StoreRules.location(of: location)
    guard let opened = location.openShared(at: path, owner: owner, report: report) else {
      throw ValidationError("A property list is a store for one home. Give sqlite or memory.")
    }
    return opened
  }

  /// The store that the option, or else the variable, names.
  func location() throws -> StoreLocation {
    guard let store else { return try StoreRules.place() }
    guard let named = StoreLocation(setting: store) else {
      throw ValidationError("\(store) is not a store. Give sqlite, sqlite:PATH or memory.")
    }
    return named
  }
}
#endif
