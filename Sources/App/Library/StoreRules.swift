package import MonikerDomain

/// The rules by which the tool, and a program without settings of its own, find their store.
package enum StoreRules {
  package static let storeVariable = "MONIKER_STORE"
  package static let deviceVariable = "MONIKER_DEVICE"

  /// The store that MONIKER_STORE names; without it, the SQLite store in the home.
  package static func place() throws(SettingError) -> StoreLocation {
    guard let value = try ProcessEnvironment.variable(storeVariable) else {
      return StoreLocation(.sqlite, path: nil)
    }
    guard let place = StoreLocation(setting: value) else {
      guard !value.utf8.starts(with: "https:".utf8) else {
        throw SettingError(
          "\"\(value)\" in the variable \(storeVariable) is a service.",
          "The library opens stores on this machine alone; name a file."
        )
      }
      throw SettingError(
        "\"\(value)\" is not a store for the variable \(storeVariable).",
        "Give one of: memory, plist, plist:PATH, sqlite, sqlite:PATH."
      )
    }
    return place
  }

  /// The path of a store's file; nil for a store without one.
  package static func location(of place: StoreLocation) throws(SettingError) -> String? {
    guard let name = place.fileName else { return nil }
    guard let path = place.path else {
      let home = try StoreHome(ProcessEnvironment.variable) { $0 }
      return home.path + "/" + name
    }
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else {
      throw SettingError(
        "\"\(path)\" is not the path of a file.",
        "Give a path that does not end with a slash.",
        at: path
      )
    }
    if let end = StoreLocation.reservedEnd(of: path) {
      throw SettingError(
        "The name of a store must not end with \(end): other stores have such files beside their own.",
        "Choose another name.",
        at: path
      )
    }
    return try absolute(path)
  }

  /// The device that MONIKER_DEVICE names; without it, the local one.
  package static func device() throws(SettingError) -> DeviceID {
    guard let value = try ProcessEnvironment.variable(deviceVariable) else { return .local }
    guard let device = DeviceID(value) else {
      throw SettingError(
        "\"\(value)\" is not the ID of a device for the variable \(deviceVariable).",
        "Give 32 hexadecimal digits with hyphens, as uuidgen prints them."
      )
    }
    return device
  }

  private static func absolute(_ path: String) throws(SettingError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    if path.hasPrefix("~/"), let home = try ProcessEnvironment.variable("HOME") {
      return home + path.dropFirst()
    }
    guard let folder = ProcessEnvironment.workingFolder else {
      throw SettingError(
        "The path \(path) is relative, and the working folder cannot be determined.",
        "Give an absolute path.",
        at: path
      )
    }
    return (folder == "/" ? "" : folder) + "/" + path
  }
}
