import Foundation

extension DurableStore {
  /// The name of a file that an earlier version made.
  var fixture: String {
    switch self {
    case .propertyList: "moniker.plist"
    case .sqlite: "moniker.sqlite"
    }
  }

  /// Where that file is kept.
  func fixture(ofVersion version: Int) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/version-\(version)/\(fixture)").path()
  }
}
