#if Server
import MonikerDomain

extension PostgreSQLFailure {
  /// A failure of the store, after which nothing was done.
  init(_ failure: StoreFailure) {
    self.init(.other, failure)
  }
}
#endif
