#if Server
import HTTPTypes
import Hummingbird
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `The document of the API` {
  @Test func `describes the operations of the service, and no others`() throws {
    let routes = HTTPService.operations(TestService().parts).routes
      .map { APIDocument.Operation(method: $0.method, path: $0.path.description) }
    let described = try APIDocument.served.get().operations.keys
    #expect(routes.count == Set(routes).count)
    #expect(Set(routes).subtracting(described) == [], "not described")
    #expect(Set(described).subtracting(routes) == [], "described, but not there")
  }

  @Test func `is answered, and only once to whoever has it`() async throws {
    try await TestService().run { client in
      let answer = try await client.send(.get, "//openapi.json").expect(200)
      #expect(answer.text == OpenAPIDocument.text)
      let tag = try #require(answer.headers[.eTag])
      let again = try await client.send(.get, "//openapi.json", headers: [.ifNoneMatch: tag])
      #expect(again.expect(304).text == "" && again.headers[.eTag] == tag)
      try await client.send(.get, "//openapi.json", headers: [.ifNoneMatch: "\"x\""]).expect(200)
    }
  }

  @Test func `has a way in for each operation, and a unique name`() throws {
    let operations = try APIDocument.served.get().operations
    let names = operations.values.compactMap { $0["operationId"]?.text }
    #expect(Set(names).count == operations.count)
    for (operation, content) in operations {
      #expect(content["security"]?.elements != nil, "\(operation)")
      #expect(content["summary"]?.text?.isEmpty == false, "\(operation)")
    }
  }
}
#endif
