import MonikerContract
import MonikerData
import MonikerDomain
import MonikerModel
import MonikerDoubles

extension StoreUnderTest {
  /// Every kind of store; a new kind needs a line here.
  static let all = [
    StoreUnderTest("memory", .local.union([.keepsCredentials])) {
      let store = InMemoryRepository()
      return StorePlace { store }
    },
    StoreUnderTest("property list", isDurable: true) {
      let folder = try TemporaryFolder()
      return StorePlace {
        PropertyListRepository(path: folder.file("folder/store.plist"), owner: .test)
      }
    },
    StoreUnderTest("SQLite", .local.union([.isDurable, .keepsCredentials])) {
      let folder = try TemporaryFolder()
      return StorePlace { SQLiteRepository(path: folder.file("folder/store.sqlite"), owner: .test) }
    },
    StoreUnderTest("SQLite with a cache", .local.union([.isDurable, .keepsCredentials])) {
      let folder = try TemporaryFolder()
      return StorePlace {
        // With two devices at most, the cache also loses some.
        SQLiteRepository(path: folder.file("folder/store.sqlite"), owner: .test, cachedSessions: 2)
      }
    },
  ]
}
