import Glibc
import MonikerPresentation

/// The folder of stores without a path of their own.
struct Home {
  private enum Finding {
    case folder(path: String, source: String)
    case problem(Problem)
  }

  private let finding: Finding

  /// Finds the folder by the variables MONIKER_HOME, XDG_DATA_HOME and HOME, in this order.
  ///
  /// - Parameter variable: returns the value of a variable; nil if it is not set or empty.
  init(_ variable: (String) throws(Problem) -> String?) {
    do throws(Problem) {
      finding = try Self.find(by: variable)
    } catch {
      finding = .problem(error)
    }
  }

  /// The folder, which need not exist.
  ///
  /// - Throws: a problem that names the variable to correct.
  var path: String {
    get throws(Problem) {
      switch finding {
      case .folder(let path, _): return path
      case .problem(let problem): throw problem
      }
    }
  }

  /// The folder and its source, for `moniker status`.
  var setting: Setting {
    switch finding {
    case .folder(let path, let source): Setting(value: path, source: source)
    case .problem: Setting(value: nil, source: nil)
    }
  }

  private static func find(
    by variable: (String) throws(Problem) -> String?
  ) throws(Problem) -> Finding {
    if let folder = try variable("MONIKER_HOME") {
      return try find(folder, from: "MONIKER_HOME", below: "")
    }
    // The XDG Base Directory Specification 0.8 requires that relative paths are ignored.
    if let folder = try variable("XDG_DATA_HOME"), folder.utf8.first == UInt8(ascii: "/") {
      return try find(folder, from: "XDG_DATA_HOME", below: "/moniker")
    }
    if let folder = try variable("HOME") {
      return try find(folder, from: "HOME", below: "/.local/share/moniker", source: "default")
    }
    throw Problem(
      .configuration,
      "The variable HOME is not set, so there is no place for the store. Set HOME or "
        + "MONIKER_HOME, or name the file with --store sqlite:PATH."
    )
  }

  private static func find(
    _ folder: String,
    from variable: String,
    below subfolder: String,
    source: String? = nil
  ) throws(Problem) -> Finding {
    guard folder.utf8.first == UInt8(ascii: "/") else {
      throw Problem(
        .configuration,
        "The variable \(variable) holds \"\(folder)\", which is not an absolute path. "
          + "Set it to one that begins with /."
      )
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw Problem(
        .configuration,
        "The variable \(variable) holds \"\(folder)\", which is not a folder. "
          + "Set it to a folder, or to a path where a folder can be made."
      )
    }
    let path =
      (folder.utf8.last == UInt8(ascii: "/") ? String(folder.utf8.dropLast()) ?? folder : folder)
      + subfolder
    return .folder(path: path.isEmpty ? "/" : path, source: source ?? variable)
  }
}
