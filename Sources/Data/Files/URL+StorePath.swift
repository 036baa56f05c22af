package import FoundationEssentials
import MonikerDomain

extension URL {
  /// The path of the file of a store.
  package var storePath: String {
    get throws(StoreFailure) {
      guard isFileURL else {
        throw StoreFailure(.unreachable, at: absoluteString, detail: "it is not the URL of a file")
      }
      return absoluteURL.path(percentEncoded: false)
    }
  }
}
