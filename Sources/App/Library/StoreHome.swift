import Glibc

/// The folder of stores without a path of their own.
package struct StoreHome {
  /// The folder, which need not exist.
  package let path: String

  /// The variable that names it; `default` for the usual place below HOME.
  package let source: String

  /// What to do if no variable is set.
  package static let unset = "Set HOME or MONIKER_HOME."

  /// Finds the folder by the variables MONIKER_HOME, XDG_DATA_HOME and HOME, in this order.
  ///
  /// - Parameters:
  ///   - variable: returns the value of a variable; nil if it is not set or empty.
  ///   - refusal: makes the error of the caller.
  package init<Failure: Error>(
    _ variable: (String) throws(Failure) -> String?,
    refusal: (SettingError) -> Failure
  ) throws(Failure) {
    if let folder = try variable("MONIKER_HOME") {
      try self.init(folder, from: "MONIKER_HOME", refusal)
      return
    }
    // The XDG Base Directory Specification 0.8 requires that relative paths are ignored.
    if let folder = try variable("XDG_DATA_HOME"), folder.utf8.first == UInt8(ascii: "/") {
      try self.init(folder, from: "XDG_DATA_HOME", below: "/moniker", refusal)
      return
    }
    if let folder = try variable("HOME") {
      let below = "/.local/share/moniker"
      try self.init(folder, from: "HOME", below: below, source: "default", refusal)
      return
    }
    throw refusal(
      SettingError(
        "The variable HOME is not set, so there is no place for the store.",
        Self.unset
      )
    )
  }

  private init<Failure: Error>(
    _ folder: String,
    from variable: String,
    below subfolder: String = "",
    source: String? = nil,
    _ refusal: (SettingError) -> Failure
  ) throws(Failure) {
    let holds = "The variable \(variable) holds \"\(folder)\", which is not"
    guard folder.utf8.first == UInt8(ascii: "/") else {
      throw refusal(
        SettingError(
          "\(holds) an absolute path.",
          "Set it to one that begins with /."
        )
      )
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw refusal(
        SettingError(
          "\(holds) a folder.",
          "Set it to a folder, or to a path where a folder can be made."
        )
      )
    }
    let path =
      (folder.utf8.last == UInt8(ascii: "/") ? String(folder.utf8.dropLast()) ?? folder : folder)
      + subfolder
    self.path = path.isEmpty ? "/" : path
    self.source = source ?? variable
  }
}
