import Moniker
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
    let home = try StoreHome(variable) { error in
      // Only the last rule names no variable that holds a value.
      let isUnset = error.advice == StoreHome.unset
      let advice =
        isUnset
        ? "Set HOME or MONIKER_HOME, or name the file with --store sqlite:PATH." : error.advice
      return Problem(.configuration, "\(error) \(advice)")
    }
    return .folder(path: home.path, source: home.source)
  }
}
