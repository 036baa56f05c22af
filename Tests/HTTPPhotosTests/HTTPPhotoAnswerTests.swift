#if Server
import MonikerDomain
import MonikerHTTPPhotos
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A photo source over HTTP` {
  /// Runs a server that gives the same content to every request.
  private func serving(
    _ content: @escaping @Sendable (LoopbackServer) -> String,
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer: { _, server in
      .text(http("200 OK", "Content-Type: application/json", content: content(server)))
    }) { server in
      try await body(server)
    }
  }

  private func list(_ ids: String..., at server: LoopbackServer) -> String {
    "[" + ids.map { photoJSON($0, api: server.address) }.joined(separator: ",") + "]"
  }

  @Test func `gives photos at random, with all that a profile keeps`() async throws {
    try await serving({ list("cat-1", "b_2", at: $0) }) { server in
      let photos = try await source(at: server.address).photos(PhotoCount(2))
      #expect(photos.map(\.id.description) == ["cat-1", "b_2"])
      let photo = try #require(photos.first)
      #expect(photo.picture.text == "a cat on a röof")
      #expect(photo.picture.address?.description == "https://images.example/cat-1?w=1080")
      #expect(photo.thumbnail?.description == "https://images.example/cat-1?w=200")
      #expect(photo.page?.description == "https://photos.example/photos/cat-1")
      let page = WebAddress("https://photos.example/@mina")
      #expect(
        photo.picture.attribution
          == Attribution(author: "Mina Kim", address: page, source: "Photos")
      )
      #expect(photo.drawing == nil)

      #expect(server.requests.map(\.line) == ["GET /photos/random?count=2 HTTP/1.1"])
      #expect(server.requests.first?.fields["authorization"] == "Client-ID \(secret)")
      #expect(server.requests.first?.fields["accept-version"] == "v1")
    }
  }

  @Test(arguments: [1, 30])
  func `asks for as many photos as it is asked for`(count: Int) async throws {
    try await serving({ _ in "[]" }) { server in
      let photos = try await source(at: server.address).photos(PhotoCount(count))
      #expect(photos == [])
      #expect(server.requests.map(\.line) == ["GET /photos/random?count=\(count) HTTP/1.1"])
    }
  }

  @Test func `asks nobody for no photos`() async throws {
    try await serving({ _ in "[]" }) { server in
      let photos = try await source(at: server.address).photos(PhotoCount(0))
      #expect(photos == [])
      #expect(server.connectionCount == 0)
    }
  }

  @Test func `gives each photo once, and no more than it was asked for`() async throws {
    try await serving({ list("a", "b", "a", "c", at: $0) }) { server in
      let source = try source(at: server.address)
      let four = try await source.photos(PhotoCount(4))
      #expect(four.map(\.id.description) == ["a", "b", "c"])
      let two = try await source.photos(PhotoCount(2))
      #expect(two.map(\.id.description) == ["a", "b"])
    }
  }

  @Test func `gives a photo by its ID, and tells the API of the choice`() async throws {
    try await serving({ photoJSON("cat-1", api: $0.address) }) { server in
      let source = try source(at: server.address)
      let photo = try await source.photo(try #require(PhotoID("cat-1")))
      #expect(photo.id.description == "cat-1")
      try await source.choose(photo)
      #expect(
        server.requests.map(\.line) == [
          "GET /photos/cat-1 HTTP/1.1", "GET /photos/cat-1/download?ixid=M3w&x=1 HTTP/1.1",
        ]
      )
      #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Client-ID \(secret)" })
    }
  }

  @Test func `uses the path of the address of the API`() async throws {
    try await serving({ photoJSON("cat-1", api: $0.address + "/api") }) { server in
      let source = try source(at: server.address + "/api/")
      try await source.choose(source.photo(try #require(PhotoID("cat-1"))))
      #expect(
        server.requests.map(\.line) == [
          "GET /api/photos/cat-1 HTTP/1.1",
          "GET /api/photos/cat-1/download?ixid=M3w&x=1 HTTP/1.1",
        ]
      )
    }
  }

  @Test func `tells nobody of the choice of a photo without a download address`() async throws {
    try await serving({ _ in "{}" }) { server in
      let photo = Photo(picture: Picture(id: try #require(PhotoID("a"))))
      try await source(at: server.address).choose(photo)
      #expect(server.connectionCount == 0)
    }
  }

  @Test func `closes its connections when its last copy is gone`() async throws {
    try await serving({ _ in "[]" }) { server in
      _ = try await source(at: server.address).photos(PhotoCount(1))
      await server.wait(for: .end)
    }
  }

  @Test(arguments: [
    ("null", nil), (#""""#, nil), (#""a cat""#, "a cat"), (#""a\nb""#, nil),
    ("\"\(String(repeating: "x", count: 1_001))\"", String(repeating: "x", count: 1_000)),
    // Each has three bytes: the 334th would be cut.
    ("\"\(String(repeating: "길", count: 400))\"", String(repeating: "길", count: 333)),
    (
      "\"\(String(repeating: "x", count: 998))e\u{301}\"",
      String(repeating: "x", count: 998)
    ),
    ("\"e\(String(repeating: "\u{301}", count: 1_000))\"", nil),
  ])
  func `cuts a text that is too long between two characters`(
    json: String,
    text: String?
  ) async throws {
    let answer: @Sendable (LoopbackServer) -> String = { server in
      photoJSON("cat-1", api: server.address)
        .replacing(#""a cat on a r\u00f6of""#, with: json)
    }
    try await serving(answer) { server in
      let photo = try await source(at: server.address).photo(try #require(PhotoID("cat-1")))
      #expect(photo.picture.text == text)
    }
  }

  @Test func `gives a photo without a text`() async throws {
    let answer: @Sendable (LoopbackServer) -> String = { server in
      photoJSON("cat-1", api: server.address).replacing("alt_description", with: "other")
    }
    try await serving(answer) { server in
      let photo = try await source(at: server.address).photo(try #require(PhotoID("cat-1")))
      #expect(photo.picture.text == nil)
    }
  }

  // MARK: Answers of another shape

  @Test(arguments: [
    "", "{", "[]", "null", "1", "\"cat-1\"", "true", "<html></html>", "[{}", "{}",
    #"{"id": "cat-1"}"#, #"{"errors": ["no"]}"#, "\u{0}", "{\"id\": \"\u{FFFD}",
    String(repeating: "[", count: 100_000),
  ])
  func `refuses what is no photo`(content: String) async throws {
    try await serving({ _ in content }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.one.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
      #expect(failure.source == "Photos")
    }
  }

  @Test(arguments: [
    "", "{", "null", "1", "{}", "[[]]", "[null]", "[{}]", "[1]", "<html></html>",
    #"{"results": []}"#,
  ])
  func `refuses what is no list of photos`(content: String) async throws {
    try await serving({ _ in content }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  /// A text in the description of a photo, and what stands there instead.
  static let changes = [
    (#""id": "cat-1""#, #""id": """#), (#""id": "cat-1""#, #""id": "../cat""#),
    (#""id": "cat-1""#, #""id": 1"#), (#""id": "cat-1""#, #""id": null"#),
    (#""id": "cat-1""#, #""ID": "cat-1""#), (#""id": "cat-1""#, #""id": ["cat-1"]"#),
    (#""urls": {"#, #""other": {"#), (#""urls": {"#, #""urls": [], "other": {"#),
    (#""urls": {"#, #""urls": null, "other": {"#),
    (#""regular": "https:"#, #""regular": "http:"#),
    (#""regular": "https:"#, #""regular": "javascript:"#),
    (#""regular": "https://images.example/"#, #""regular": "https://a@images.example/"#),
    (#""regular": "https://images.example/"#, #""regular": "/"#),
    (#""regular": "#, #""other": "#), (#""regular": "#, #""regular": 1, "other": "#),
    (#""thumb": "#, #""other": "#), (#""thumb": "https:"#, #""thumb": "data:"#),
    (#""alt_description": "#, #""alt_description": 1, "other": "#),
    (#""alt_description": "#, #""alt_description": [], "other": "#),
    (#""user": {"#, #""other": {"#), (#""user": {"#, #""user": "Mina Kim", "other": {"#),
    (#""name": "#, #""other": "#), (#""name": "Mina Kim""#, #""name": """#),
    (#""name": "Mina Kim""#, #""name": null"#), (#""name": "Mina Kim""#, #""name": "a\nb""#),
    ("https://photos.example/@mina", "ftp://photos.example/@mina"),
    (#""html": "https://photos.example/@mina""#, #""other": 1"#),
    ("https://photos.example/photos/cat-1\",", "http://photos.example/photos/cat-1\","),
    (#""html": "https://photos.example/photos"#, #""other": "https://photos.example/photos"#),
    (#""download_location": "#, #""other": "#),
    (#""download_location": "#, #""download_location": null, "other": "#),
  ]

  @Test(arguments: changes)
  func `refuses a photo that is not described as documented`(
    old: String,
    new: String
  ) async throws {
    try #require(photoJSON("cat-1", api: "").contains(old))
    let answer: @Sendable (LoopbackServer) -> String = { server in
      photoJSON("cat-1", api: server.address).replacing(old, with: new)
    }
    try await serving(answer) { server in
      let source = try source(at: server.address)
      let failure = try await Call.one.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
    // One such photo spoils a list: the others would look like all that there are.
    try await serving({ server in
      "[\(photoJSON("a", api: server.address)), \(answer(server))]"
    }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  @Test func `refuses another photo than the one that was asked for`() async throws {
    try await serving({ photoJSON("b", api: $0.address) }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.one.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  // MARK: Download addresses

  @Test(arguments: [
    "https://elsewhere.example/download", "https://127.0.0.1:PORT/download",
    "http://127.0.0.1:PORT0/download", "http://127.0.0.1/download",
    "http://localhost:PORT/download",
    "http://127.0.0.1:PORT", "http://127.0.0.1:PORT@elsewhere.example/download",
    "http://127.0.0.1:PORT.elsewhere.example/download", "//127.0.0.1:PORT/download", "/download",
    "",
    "http://user@127.0.0.1:PORT/download", "http://127.0.0.1:PORT/a b",
    "http://127.0.0.1:PORT/a\\r\\nHost: b", "http://127.0.0.1:PORT?/download",
    "http://127.0.0.1:PORT\\\\@elsewhere.example/download",
  ])
  func `refuses a photo whose download address is not one of the API`(text: String) async throws {
    let answer: @Sendable (LoopbackServer) -> String = { server in
      let address = "\(server.address)/photos/cat-1/download?ixid=M3w&x=1"
      return photoJSON("cat-1", api: server.address)
        .replacing(address, with: text.replacing("PORT", with: "\(server.port)"))
    }
    try await serving(answer) { server in
      let source = try source(at: server.address)
      let failure = try await Call.one.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  @Test func `sends the key to no other place when a photo is chosen`() async throws {
    try await serving({ _ in "{}" }) { elsewhere in
      try await serving({ _ in "{}" }) { server in
        let source = try source(at: server.address)
        let failure = try await Call.choice.failure(of: source, port: elsewhere.port)
        #expect(failure.reason == .malformed)
        #expect(server.connectionCount == 0)
      }
      #expect(elsewhere.connectionCount == 0)
    }
  }
}
#endif
