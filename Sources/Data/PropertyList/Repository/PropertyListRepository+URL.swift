public import FoundationEssentials
public import MonikerDomain
import MonikerFiles

extension PropertyListRepository {
  /// Makes the store at a file URL; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: the URL of the file. The first write makes the file and its folder.
  ///   - owner: sets the time and the new IDs.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/unreachable`` for a URL that is not a file's.
  public init(url: URL, owner: StoreOwner) throws(StoreFailure) {
    self.init(path: try url.storePath, owner: owner)
  }
}
