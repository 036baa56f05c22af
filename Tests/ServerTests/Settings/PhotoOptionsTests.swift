#if Server
import ArgumentParser
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerHTTPPhotos
import Testing

@testable import MonikerServer

@Suite struct `The options of photos` {
  private let folder: TemporaryFolder
  private let key: String

  init() throws {
    folder = try TemporaryFolder()
    key = folder.path + "/key"
    try Data("abc123\n".utf8).write(to: URL(filePath: key))
  }

  private func options(_ arguments: String...) throws -> PhotoOptions {
    try PhotoOptions.parse(arguments)
  }

  @Test func `draw pictures by default`() throws {
    #expect(!(try options().source { 0 } is HTTPPhotoSource))
  }

  @Test func `name a photo API with its key in a file`() throws {
    let options = try options(
      "--photo-api",
      "https://api.example",
      "--photo-key-file",
      key,
      "--photo-image-host",
      "images.example"
    )
    #expect(try options.source { 0 } is HTTPPhotoSource)
  }

  @Test(
    arguments: [
      ["--photo-api", "https://api.example"],
      ["--photo-api", "https://api.example", "--photo-key-file", "KEY"],
      ["--photo-key-file", "KEY"],
      ["--photo-image-host", "images.example"],
      ["--photo-source-name", "Photos"],
      [
        "--photo-api", "https://api.example", "--photo-key-file", "KEY", "--photo-image-host",
        "https://images.example; script-src *",
      ],
      [
        "--photo-api", "https://api.example", "--photo-key-file", "KEY", "--photo-image-host", "",
      ],
    ]
  )
  func `are refused where one lacks, and where the host is none`(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try PhotoOptions.parse(arguments.map { $0 == "KEY" ? key : $0 })
    }
  }

  @Test(arguments: [("http://api.example", "key"), ("https://api.example", "missing")])
  func `are refused for an address without TLS and a missing key`(
    address: String,
    name: String
  ) throws {
    let options = try options(
      "--photo-api",
      address,
      "--photo-key-file",
      folder.path + "/" + name,
      "--photo-image-host",
      "images.example"
    )
    #expect(throws: (any Error).self) { try options.source { 0 } }
  }
}
#endif
