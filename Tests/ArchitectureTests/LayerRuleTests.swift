import Testing

@Suite struct LayerRuleTests {
  @Test(arguments: [
    ("Sources/Domain/Nicknames/Account.swift", "import FoundationEssentials"),
    ("Sources/Domain/Nicknames/Account.swift", "@_spi(_Unicode) import Swift"),
    ("Sources/Domain/Nicknames/NicknameProfile.swift", "import Glibc"),
    ("Sources/Domain/Nicknames/Account.swift", "internal import MonikerData"),
    ("Sources/Data/Model/State/StoreState.swift", "import CSQLite"),
    ("Sources/Data/SQLite/SQLiteFile.swift", "import MonikerPresentation"),
    ("Sources/Data/SQLite/SQLiteFile.swift", "import struct Foundation.URL"),
    ("Sources/Data/SQLite/SQLiteFile.swift", "import AsyncHTTPClient"),
    ("Sources/Data/SQLite/SQLiteFile.swift", "import CPostgreSQL"),
    ("Sources/Data/PostgreSQL/Engine/PostgreSQLRow.swift", "import CSQLite"),
    ("Sources/Data/HTTPPhotos/HTTPPhotoSource.swift", "import NIOPosix"),
    ("Sources/Data/HTTPPhotos/HTTPPhotoSource.swift", "import CSQLite"),
    ("Sources/Data/Remote/Store/RemoteRepository.swift", "import Hummingbird"),
    ("Sources/Presentation/Login/LoginState.swift", "import AsyncHTTPClient"),
    ("Sources/Presentation/Login/LoginState.swift", "import MonikerData"),
    ("Sources/Presentation/Login/LoginState.swift", "@testable import MonikerData"),
    ("Sources/Presentation/Login/LoginState.swift", "import Glibc"),
    ("Sources/App/Main.swift", "public import Foundation"),
    ("Sources/Other/File.swift", ""),
  ])
  func `A forbidden import is rejected`(path: String, text: String) {
    let violations = LayerRule.violations(in: [SourceFile(path, text)])
    #expect(violations.map(\.place) == [path])
  }

  @Test(arguments: [
    ("Sources/Domain/Nicknames/Account.swift", "/// import FoundationEssentials"),
    ("Sources/Data/SQLite/SQLiteFile.swift", "import CSQLite\npublic import MonikerDomain"),
    ("Sources/Data/HTTPPhotos/HTTPPhotoSource.swift", "import AsyncHTTPClient\nimport NIOSSL"),
    ("Sources/Data/Remote/Connection/HTTPTransport.swift", "import NIOSSL\nimport NIOPosix"),
    ("Sources/Presentation/Login/LoginState.swift", "public import Observation"),
    ("Sources/App/Main.swift", "import MonikerData\nimport Glibc"),
  ])
  func `An allowed import is accepted`(path: String, text: String) {
    #expect(LayerRule.violations(in: [SourceFile(path, text)]) == [])
  }
}
