#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Testing

@Suite struct `The file of a token` {
  private let folder: TemporaryFolder
  private let file: DeviceTokenFile
  private let service: ServiceAddress

  init() throws {
    folder = try TemporaryFolder()
    service = try ServiceAddress("https://id.example:8443")
    file = DeviceTokenFile(in: folder.file("services"), for: service)
  }

  private func secret(_ text: String) throws -> RemoteSecret { try #require(RemoteSecret(text)) }

  private var path: String { folder.file("services/https___id.example_8443.token") }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `keeps the last token, for its owner alone`() throws {
    #expect(try file.load() == nil)
    for text in ["mnk_one", "mnk_two"] {
      try file.save(secret(text))
      #expect(try file.load() == secret(text))
      #expect(try mode(path) == 0o600)
      #expect(try mode(folder.file("services")) == 0o700)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try file.save(secret("mnk_three"))
    #expect(try mode(path) == 0o600)
    try file.save(nil)
    #expect(try file.load() == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.save(nil)
  }

  @Test func `is one for each service`() throws {
    try file.save(secret("mnk_one"))
    let other = DeviceTokenFile(
      in: folder.file("services"),
      for: try ServiceAddress("https://id.example")
    )
    #expect(try other.load() == nil)
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func `is refused if others can change it`(mode: Int) throws {
    try file.save(secret("mnk_one"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let failure = #expect(throws: StoreFailure.self) { try file.load() }
    #expect(failure?.reason == .writableByOthers(path: path))
  }

  @Test func `is not followed to another file`() throws {
    try file.save(secret("mnk_one"))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".other")
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: path + ".other"
    )
    #expect(throws: StoreFailure.self) { try file.load() }
    #expect(throws: StoreFailure.self) { try file.save(secret("mnk_two")) }
  }

  @Test(arguments: [
    "", "\n", "a\u{0}b", "ä", String(repeating: "x", count: 300), "hello world\n", "mnk_on",
    "mni_one\n",
  ])
  func `is damaged with another content, which no failure shows`(content: String) throws {
    try file.save(secret("mnk_one"))
    try Data(content.utf8).write(to: URL(filePath: path))
    let failure = #expect(throws: StoreFailure.self) { try file.load() }
    #expect(failure?.reason == .damagedDeviceFile)
    if content.count > 1 { #expect(failure.map { !"\($0)".contains(content) } == true) }
  }

  @Test func `is locked for one process at a time`() throws {
    var lock = try file.lock()
    #expect(lock != nil)
    #expect(try file.lock() == nil)
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try file.lock() != nil)
  }

  @Test func `is shown by nothing`() throws {
    let token = try secret("mnk_one")
    var dumped = ""
    dump(token, to: &dumped)
    dump(DeviceTokenVariable(token), to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped, "\([token])"] {
      #expect(!text.contains("mnk_one"), "\(text)")
    }
  }
}
#endif
