import MonikerData
import MonikerPresentation

extension ExportFile {
  /// Gives the complete file its name.
  ///
  /// - Parameters:
  ///   - path: the file's path, for the message.
  ///   - kept: where a file that has the name is kept; nil if it must not be replaced.
  /// - Returns: where the replaced file is kept; nil if none was replaced.
  consuming func publish(at path: String, keeping kept: String?) throws(Problem) -> String? {
    let hasReplaced: Bool?
    do { hasReplaced = try publish(keeping: kept) } catch { throw Problem(exporting: error) }
    guard let hasReplaced else {
      throw Problem(
        .storeNotEmpty,
        "The file \(path) already exists. Choose another name, or use --force."
      )
    }
    return hasReplaced ? kept : nil
  }
}
