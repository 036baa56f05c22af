#if Server
import Moniker
import MonikerPostgreSQL

/// Where the store of a service is.
enum ServiceStoreLocation: Sendable {
  /// In a file on this machine, or in memory.
  case local(StoreLocation)

  /// In a database.
  case postgreSQL(PostgreSQLAddress)

  /// Reads a setting such as `sqlite:PATH` or `postgres://moniker@db1,db2/moniker`.
  ///
  /// - Returns: nil for any other text, also for a store that one home alone can have.
  init?(setting: String) {
    if let address = PostgreSQLAddress(setting) {
      self = .postgreSQL(address)
    } else if let location = StoreLocation(setting: setting), location.kind != .propertyList {
      self = .local(location)
    } else {
      return nil
    }
  }
}
#endif
