#if Server
import HTTPTypes
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A browser` {
  /// Signs in with a cookie, and returns its line.
  private static func cookie(_ client: Client) async throws -> (line: String, accountID: String) {
    let answer = try await client.send(
      .post,
      "sessions",
      body: #"{"nickname":"mina","tokenIn":"cookie"}"#
    ).expect(201)
    #expect(try answer.document()["token"] == nil && !answer.text.contains("mnk_"))
    let session = try #require(try answer.document()["session"] as? [String: Any])
    return (
      try #require(answer.headers[.setCookie]), try #require(session["accountID"] as? String)
    )
  }

  @Test func `gets its token in a cookie that no script can read`() async throws {
    try await TestService().run { client in
      let line = try await Self.cookie(client).line
      for part in ["moniker-dev-0=mnk_", "HttpOnly", "SameSite=Lax", "Path=/"] {
        #expect(line.contains(part), "\(line)")
      }
      #expect(!line.contains("Secure") && !line.contains("Domain"))
    }
    var service = TestService()
    service.access = ServiceAccess(
      publicURL: "https://localhost",
      hosts: .loopback,
      isSecure: true,
      cookieName: "__Host-moniker"
    )
    try await service.run { client in
      let line = try await Self.cookie(client).line
      #expect(line.hasPrefix("__Host-moniker=mnk_") && line.contains("Secure"), "\(line)")
      let answer = try await client.send(.get, "//health/live")
      #expect(answer.headers[.strictTransportSecurity] != nil)
    }
  }

  @Test func `changes something from the service's own pages alone`() async throws {
    try await TestService().run { client in
      let (line, account) = try await Self.cookie(client)
      let cookie = String(line.prefix { $0 != ";" })
      func headers(_ more: HTTPFields) -> HTTPFields {
        var headers: HTTPFields = [.cookie: cookie, .monikerAccount: account]
        for field in more { headers.append(field) }
        return headers
      }
      let body = #"{"nickname":"minami"}"#
      for foreign: HTTPFields in [
        [:], [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
        [.origin: "https://evil.example"], [.origin: "null"],
        [.secFetchSite: "cross-site", .origin: "http://localhost"],
      ] {
        try await client.send(.put, "session/nickname", body: body, headers: headers(foreign))
          .expect(403, "foreignPage")
      }
      // Reading needs no page.
      try await client.send(.get, "session", headers: headers([:])).expect(200)
      for own: HTTPFields in [[.secFetchSite: "same-origin"], [.origin: "http://localhost"]] {
        try await client.send(.put, "session/nickname", body: body, headers: headers(own))
          .expect(200)
      }
      try await client.send(
        .put,
        "session/nickname",
        body: body,
        headers: [.cookie: cookie, .secFetchSite: "same-origin"]
      ).expect(400, "invalidRequest")
      let forgotten = try await client.send(
        .delete,
        "device",
        headers: headers([.secFetchSite: "same-origin"])
      ).expect(200)
      #expect(forgotten.headers[.setCookie]?.contains("Max-Age=0") ?? false)
    }
  }

  @Test func `reads no metrics, unless the operator lets its network`() async throws {
    try await TestService().run { client in
      // Without a connection, the client has the unspecified address.
      try await client.send(.get, "//metrics").expect(403, "foreignClient")
    }
    var service = TestService()
    service.access.metricsClients = [try #require(IPNetwork("::/0"))]
    try await service.run { client in
      _ = try await client.signIn("mina")
      let text = try await client.send(.get, "//metrics").expect(200).text
      let line = #"moniker_requests_total{method="POST",route="/v1/sessions",status="201"} 1"#
      #expect(text.contains(line + "\n"), "\(text)")
      #expect(!text.contains("mina"))
    }
  }

  @Test func `is answered for the service's own host, with headers that protect it`() async throws {
    try await TestService().run { client in
      for path in ["//health/live", "session", "//nowhere", "nicknames/a"] {
        let answer = try await client.send(.get, path)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") ?? false)
        #expect(answer.headers[.referrerPolicy] == "no-referrer")
        #expect(answer.headers[.cacheControl] == "no-store")
      }
      let other = try await client.send(.post, "session").expect(405)
      #expect(other.headers[.allow] == "DELETE, GET, HEAD")
      try await client.send(.get, "//nowhere").expect(404, "noSuchResource")
    }
  }
}
#endif
