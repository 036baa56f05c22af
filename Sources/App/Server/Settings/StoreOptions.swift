#if Server
import ArgumentParser
import Moniker

/// The option that names the store of the service.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: sqlite[:PATH], memory, or postgres://[ROLE@]HOST[:PORT][,HOST…]/DATABASE "
        + "(variable: MONIKER_STORE; default: sqlite).",
      valueName: "store"
    ),
    completion: .list(["sqlite", "sqlite:", "memory", "postgres://"])
  )
  var store: String?

  /// The forms of a setting, for messages.
  static let forms = "Give sqlite, sqlite:PATH, memory or postgres://ROLE@HOST/DATABASE."

  /// The store that the option, or else the variable, names.
  ///
  /// - Throws: `ValidationError` for an option that names none, `SettingError` for a variable.
  func location() throws -> ServiceStoreLocation {
    if let store {
      return try Self.location(of: store)
    }
    guard let value = try ProcessEnvironment.variable(StoreRules.storeVariable) else {
      return .local(StoreLocation(.sqlite, path: nil))
    }
    guard let named = ServiceStoreLocation(setting: value) else {
      // The value may have a password.
      throw SettingError(
        "The variable \(StoreRules.storeVariable) does not name a store that a service can use.",
        Self.forms
      )
    }
    return named
  }

  /// The store that an option names.
  static func location(of setting: String) throws -> ServiceStoreLocation {
    if let named = ServiceStoreLocation(setting: setting) { return named }
    if StoreLocation(setting: setting)?.kind == .propertyList {
      throw ValidationError("A property list is a store for one home. \(forms)")
    }
    // The address of a database may have a password.
    let name = setting.contains("://") ? "That" : setting
    throw ValidationError("\(name) is not a store of a service. \(forms)")
  }
}
#endif
