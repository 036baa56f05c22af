import Foundation
import MonikerContract
import MonikerData
import MonikerDoubles

/// Checks all laws of the contract for a store, and that no caller runs on the store's executor.
///
/// The check matters in a release build: the tests' own build is not optimized.
struct Laws {
  private let kind: StoreKind

  init(_ options: Options) throws {
    kind = try StoreKind(options)
  }

  /// - Returns: whether all of them hold.
  func run() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "moniker-laws-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let kind = kind
    let store = StoreUnderTest(kind.rawValue, kind.capabilities) {
      let place = try kind.makePlace(folder.appending(path: UUID().uuidString).path())
      return StorePlace { kind.open(place.text) }
    }
    let laws = Contract.laws(for: store)
    var brokenCount = 0
    for law in laws {
      do {
        try await law.check(store)
      } catch {
        brokenCount += 1
        print("\(law): \(error)")
      }
    }
    print("\(laws.count - brokenCount) of \(laws.count) laws hold for \(kind.rawValue).")
    let place = folder.appending(path: "strays").path()
    let thereAreStrays =
      if kind == .sqlite {
        try await Strays(store: SQLiteRepository(path: place, owner: .test)).areThere()
      } else {
        false
      }
    if thereAreStrays { print("A caller that reads repeatedly keeps others from the store.") }
    return brokenCount == 0 && !laws.isEmpty && !thereAreStrays
  }
}
