#if Server
import MonikerHTTPPhotos
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The key of a photo API` {
  @Test(arguments: ["a", "a\n", " \t\r\na\u{A0}", String(repeating: "k", count: 200), "!~"])
  func `is read from a text, without the white space around it`(text: String) throws {
    _ = try PhotoAPIKey(text)
  }

  @Test(arguments: ["", " \n", "a b", "a\nb", "a\tb", "길", "a\u{7F}", "a\u{0}", "e\u{301}"])
  func `is printable ASCII without spaces`(text: String) {
    #expect(throws: PhotoAPISettingError.key) { try PhotoAPIKey(text) }
  }

  @Test func `has at most 200 characters`() {
    let text = String(repeating: "k", count: 201)
    #expect(throws: PhotoAPISettingError.key) { try PhotoAPIKey(text) }
  }

  @Test func `is shown by nothing`() throws {
    let key = try PhotoAPIKey(secret)
    let holder = try source(at: "https://photos.example")
    var texts = ["\(key)", String(reflecting: key), "\([key])", "\(Optional(key) as Any)"]
    texts += ["\(holder)", String(reflecting: holder), "", ""]
    dump(key, to: &texts[texts.count - 2])
    dump(holder, to: &texts[texts.count - 1])
    for text in texts {
      #expect(!text.isEmpty && !text.contains(secret))
    }
  }

  @Test func `is shown by nothing during a call`() async throws {
    try await LoopbackServer.run(answer: { _, _ in .text("") }) { server in
      let source = try source(at: server.address)
      let work = Task { try await Call.random.failure(of: source, port: server.port) }
      await server.wait(for: .request)
      var text = ""
      dump(source, to: &text)
      #expect(!text.isEmpty && !text.contains(secret))
      work.cancel()
      _ = try await work.value
    }
  }

  @Test func `is in no error about a key`() {
    let error = #expect(throws: PhotoAPISettingError.self) { try PhotoAPIKey(secret + " x") }
    #expect(error.map { "\($0) \(String(reflecting: $0))".contains(secret) } == false)
  }
}
#endif
