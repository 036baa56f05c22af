#if Server
import HTTPTypes
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A method` {
  @Test func `HEAD is there wherever GET is, and answers without a body`() async throws {
    for request in APIRequest.all where request.method == .get && !request.isStream {
      var head = request
      head.method = .head
      let service = TestService()
      try await service.run { [head] client in
        let world = try await World(service, client)
        let got = try await world.send(request, as: .owner)
        let answer = try await world.send(head, as: .owner)
        #expect(answer.status == got.status && answer.text.isEmpty, "\(request.path): \(answer)")
        #expect(answer.headers[.contentType] == got.headers[.contentType])
      }
    }
  }

  @Test func `HEAD of the events begins no stream`() async throws {
    try await TestService().run { client in
      let own = try await client.signIn("mina")
      #expect(try await client.send(.head, "events", own.token).expect(200).text.isEmpty)
    }
  }

  @Test(arguments: ["QUERY", "PATCH", "TRACE", "OPTIONS"])
  func `that no address takes is refused at each, which says what it takes`(
    name: String
  ) async throws {
    let method = try #require(HTTPRequest.Method(name))
    try await TestService().run { client in
      for operation in try APIDocument.served.get().operations.keys {
        let answer = try await client.send(method, "/" + operation.path)
        answer.expect(405, "methodNotAllowed")
        #expect(answer.headers[.allow]?.contains(operation.method.rawValue) ?? false)
      }
      try await client.send(method, "//nowhere").expect(404, "noSuchResource")
    }
  }

  @Test(arguments: ["session", "//health/live", "//nowhere"])
  func `that the service does not know is refused`(path: String) async throws {
    let method = try #require(HTTPRequest.Method("BREW"))
    try await TestService().run { client in
      try await client.send(method, path).expect(501, "unknownMethod")
    }
  }

  @Test func `with a body is refused before the body is read, if the caller is unknown`()
    async throws
  {
    try await TestService().run { client in
      let long = String(repeating: "a", count: 70_000)
      for request in APIRequest.all where request.nobody == "401 unauthorized" {
        guard request.body != nil, request.path != "sessions" else { continue }
        try await client.send(request.method, request.path, body: long)
          .expect(401, "unauthorized")
        // Nor if it would be refused for its media type.
        try await client.send(
          request.method,
          request.path,
          body: long,
          headers: [.contentType: "text/plain"]
        ).expect(401, "unauthorized")
      }
    }
  }
}
#endif
