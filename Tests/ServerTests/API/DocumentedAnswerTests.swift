#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerServer

/// Gives every answer that the document of the API describes.
///
/// So it describes none that the service does not give; the tests' client expects the converse.
@Suite(.timeLimit(.minutes(5))) struct `The documented answers` {
  private let log = AnswerLog()

  @Test func `are all given`() async throws {
    try await succeed()
    try await refuseCallers()
    try await refuseFormsOfRequests()
    try await refuseAllBecauseOfHostAndRate()
    try await fail()
    try await refuseSignIns()
    try await refuseChangesOfAccounts()
    try await refuseLinks()
    try await refusePolls()
    try await refuseProofs()
    try await refuseRepetitions()
    try await refuseRepeatedChanges()
    try await refuseAmbiguousSwitch()
    try await refuseEndedSwitch()
    try await answerOthers()
    let described = try described()
    let missing = described.subtracting(log.all).sorted()
    #expect(missing == [], "\(missing.count) of \(described.count)")
  }

  /// All answers in the document.
  private func described() throws -> Set<AnswerLog.Entry> {
    let document = try APIDocument.served.get()
    var found: Set<AnswerLog.Entry> = []
    for (operation, content) in document.operations {
      let codes = document.codes(of: content)
      for status in (content["responses"]?.members ?? [:]).keys {
        for code in Int(status).flatMap({ codes[$0] }) ?? [] {
          found.insert("\(operation) \(status) \(code)")
        }
        if Int(status).map({ $0 < 400 }) ?? false { found.insert("\(operation) \(status)") }
      }
    }
    return found
  }

  private func service(_ store: (any SharedStore)? = nil) -> TestService {
    var service = TestService(store: store)
    service.log = log
    return service
  }

  private func world(_ body: @escaping @Sendable (World) async throws -> Void) async throws {
    let service = service()
    try await service.run { try await body(try await World(service, $0)) }
  }

  private func succeed() async throws {
    for request in APIRequest.all {
      try await world { _ = try await $0.send(request, as: .owner) }
    }
    var service = service()
    service.access.metricsClients = [try #require(IPNetwork("::/0"))]
    try await service.run { try await $0.send(.get, "//metrics").expect(200) }
    try await world { world in
      for path in ["profile", "//openapi.json"] {
        let tag = try await world.client.send(.get, path, world.owner.token).headers[.eTag]
        let headers: HTTPFields = [.ifNoneMatch: try #require(tag)]
        try await world.client.send(.get, path, world.owner.token, headers: headers).expect(304)
      }
    }
  }

  private func refuseCallers() async throws {
    for request in APIRequest.all {
      try await world { world in
        let callers: [World.Caller] = [.wrongToken, .identityToken, .signedOut, .expired]
        for caller in callers { _ = try await world.send(request, as: caller) }
        if request.path.hasPrefix("nicknames/") {
          let own = APIRequest(.get, request.path + "?account=$accountID")
          _ = try await world.send(own, as: .identityToken)
        }
        guard try APIDocument.served.get().takes("MonikerAccount", try request.operation) else {
          return
        }
        _ = try await world.send(request, as: .otherNaming)
      }
    }
    try await world { world in
      let cookie: HTTPFields = [.cookie: "\(world.service.access.cookieName)=\(world.owner.token)"]
      var own = cookie
      own[.secFetchSite] = "same-origin"
      for request in APIRequest.all where request.isBelowV1 && request.method != .get {
        _ = try await world.send(request, as: .nobody, headers: cookie)
        guard try APIDocument.served.get().takes("MonikerAccount", try request.operation) else {
          continue
        }
        _ = try await world.send(request, as: .nobody, headers: own)
      }
    }
  }

  private func refuseFormsOfRequests() async throws {
    try await world { world in
      let long = #"{"x":"\#(String(repeating: "a", count: 70_000))"}"#
      let text: HTTPFields = [.contentType: "text/plain"]
      for request in APIRequest.all where request.body != nil {
        for (body, headers) in [(long, HTTPFields()), ("[]", [:]), ("{}", text)] {
          var wrong = request
          wrong.body = body
          _ = try await world.send(wrong, as: .owner, headers: headers)
        }
      }
      for path in [
        "sessions?limit=0", "sessions/%ff", "nicknames/%ff", "devices?limit=0", "photos?count=x",
        "photos/%ff", "photos/%ff/image", "history?limit=0", "session?subject=x",
        "identity-tokens?subject=account:x", "profile?subject=nickname:", "events?follow=x",
        "accounts?limit=0", "history?account=x",
      ] {
        try await world.client.send(.get, path, world.owner.token).expect(400, "invalidRequest")
      }
      for path in [
        "sessions?cursor=x", "devices?cursor=x", "history?cursor=x", "accounts?limit=1&cursor=x",
        "accounts?cursor=x",
      ] {
        try await world.client.send(.get, path, world.owner.token).expect(422, "invalidCursor")
      }
      try await world.client.send(.get, "photos?count=31", world.owner.token).expect(422, "usage")
    }
  }

  private func refuseAllBecauseOfHostAndRate() async throws {
    var foreign = service()
    foreign.access = ServiceAccess(
      publicURL: "https://id.example",
      hosts: .one("id.example"),
      isSecure: true,
      cookieName: "__Host-moniker"
    )
    var limited = service()
    // A hundredth of a hundred requests is one, a thousandth is none.
    limited.limits = 0.001
    for service in [foreign, limited] {
      try await service.run { client in
        for request in APIRequest.all {
          _ = try await client.send(request.method, request.path, body: request.body)
        }
      }
    }
  }

  /// A failure of the store is never another answer, in whichever call it comes.
  private func fail() async throws {
    for request in APIRequest.all where !request.isStream {
      let usesStore = request.isBelowV1 || request.path == "//health/ready"
      var passes = 0
      while case let answer = try await fail(.busy, after: passes, request),
        answer.outcome != request.owner
      {
        answer.expect(503, "storeBusy")
        passes += 1
      }
      #expect((passes > 0) == usesStore, "\(request.path)")
      if usesStore { try await fail(.damaged, after: 0, request).expect(503, "storeFailed") }
      if request.isBelowV1 { try await fail(.noSpace, after: 0, request).expect(507, "storeFull") }
    }
    for (reason, status, code) in [
      (StoreFailure.Reason.busy, 503, "storeBusy"), (.damaged, 503, "storeFailed"),
      (.noSpace, 507, "storeFull"),
    ] {
      let store = FailingStore(ManualClock())
      try await service(store).run { client in
        let token = try await client.signIn("mina").token
        await store.fail(reason)
        try await client.send(.get, "events", token).expect(status, code)
      }
    }
  }

  private func fail(
    _ reason: StoreFailure.Reason,
    after passes: Int,
    _ request: APIRequest
  ) async throws -> Answer {
    let clock = ManualClock()
    let store = FailingStore(clock)
    var service = TestService(clock: clock, store: store)
    service.log = log
    return try await service.run { [service] client in
      let world = try await World(service, client)
      await store.fail(reason, after: passes)
      return try await world.send(request, as: .owner)
    }
  }

  private func refuseSignIns() async throws {
    let service = service()
    try await service.run { client in
      _ = try await client.signIn("mina")
      for body in [
        #"{"nickname":""}"#, #"{"nickname":"rnina"}"#, #"{"nickname":"mina"}"#,
        #"{"nickname":"b","sliding":true}"#,
        #"{"nickname":"mina","proof":{"recoveryKey":"x"}}"#,
      ] { _ = try await client.send(.post, "sessions", body: body) }
      try await service.store.change(StoreSettingsChange(nicknameRest: .seconds(86_400)))
      let zoe = try await client.signIn("zoe")
      try await client.send(.put, "session/nickname", zoe.token, body: #"{"nickname":"zoé"}"#)
        .expect(200)
      try await client.send(.post, "sessions", body: #"{"nickname":"zoe"}"#)
        .expect(409, "nicknameTaken")
    }
    var closed = self.service()
    closed.signUp = .closed
    try await closed.run { client in
      try await client.send(.post, "sessions", body: #"{"nickname":"mina"}"#)
        .expect(403, "signUpClosed")
    }
    var limited = self.service()
    limited.accountsPerDay = 1
    try await limited.run { [limited] client in
      let mina = try await client.signIn("mina")
      try await client.send(.post, "sessions", body: #"{"nickname":"jun"}"#)
        .expect(429, "tooManyAccounts")
      let id = try #require(AccountID(mina.accountID))
      _ = try await limited.store.suspend(
        id,
        in: MonikerDomain.RequestContext(in: .everything(on: .local))
      )
      let key = try #require(mina.recoveryKey)
      let body = #"{"nickname":"mina","proof":{"recoveryKey":"\#(key)"}}"#
      try await client.send(.post, "sessions", body: body).expect(403, "accountSuspended")
    }
  }

  /// Devices that ask what became of their links more often than they were told.
  private func refusePolls() async throws {
    var service = self.service()
    service.limits = 1
    try await service.run { client in
      let device = try await client.send(.post, "links", body: "{}").document()
      let mina = try await client.signIn("mina")
      func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ token: String?,
        _ body: String
      ) async throws {
        for _ in 1...3 {
          try await client.send(method, path, token, body: body)
            .expect(400, "authorization_pending")
        }
        let refused = try await client.send(method, path, token, body: body)
        refused.expect(400, "slow_down")
        #expect(refused.headers[.retryAfter] == "4")
      }
      func code(_ purpose: String) async throws -> String {
        let body = #"{"purpose":"\#(purpose)"}"#
        let link = try await client.send(.post, "links", mina.token, body: body).document()
        return try #require(link["deviceCode"] as? String)
      }
      let own = try #require(device["deviceCode"] as? String)
      let redeem = #"{"proof":{"link":"\#(own)"}}"#
      try await ask(.post, "sessions", device["token"] as? String, redeem)
      let key = #"{"link":"\#(try await code("recoveryKey"))"}"#
      try await ask(.put, "account/recovery-key", mina.token, key)
      let removal = #"{"nickname":"mina","link":"\#(try await code("removal"))"}"#
      try await client.send(.delete, "account", mina.token, body: removal).expect(400, "slow_down")
    }
  }

  private func refuseChangesOfAccounts() async throws {
    try await world { world in
      let (client, token) = (world.client, world.owner.token)
      for text in ["zoe", "z0e", ""] {
        let body = #"{"nickname":"\#(text)"}"#
        _ = try await client.send(.put, "session/nickname", token, body: body)
      }
      let id = "00000000-0000-4000-8000-000000000009"
      for body in [#"{"accountID":"\#(id)"}"#, #"{"accountID":"\#(world.owner.accountID)"}"#] {
        _ = try await client.send(.put, "accounts/active", token, body: body)
      }
      try await client.send(.put, "accounts/active", token, body: #"{"onlyOther":true}"#)
        .expect(401, "notSignedIn")
      try await client.send(.delete, "sessions?which=\(id)", token).expect(404, "noSuchSession")
      try await client.send(.get, "nicknames/free?account=\(id)", token).expect(401, "notSignedIn")
      try await client.send(.get, "nicknames/free?account=\(id)").expect(401, "unauthorized")
      let key = try #require(world.owner.recoveryKey)
      let wrong = "mnr-00000-00000-00000-00000-000000"
      for (name, given) in [("gildong", "x"), ("gildong", wrong), ("Gildong", key)] {
        let body = #"{"nickname":"\#(name)","recoveryKey":"\#(given)"}"#
        _ = try await client.send(.delete, "account", token, body: body)
      }
      for given in ["x", wrong] {
        let body = #"{"recoveryKey":"\#(given)"}"#
        _ = try await client.send(.put, "account/recovery-key", token, body: body)
      }
      for (method, path) in [
        (HTTPRequest.Method.get, "sessions/x"), (.delete, "sessions/x"),
        (.delete, "identity-tokens/x"), (.get, "photos/x"), (.get, "photos/x/image"),
      ] { try await client.send(method, path, token).expect(404) }
      for _ in 1..<IdentityToken.maximumCount {
        try await client.send(.post, "identity-tokens", token, body: "{}").expect(201)
      }
      try await client.send(.post, "identity-tokens", token, body: "{}")
        .expect(409, "tooManyIdentityTokens")
      let tag: HTTPFields = [.ifMatch: world.filled("$entityTag")]
      let none = #"{"title":"","description":""}"#
      let other: HTTPFields = [.ifMatch: "\"x\""]
      for (body, headers) in [
        (none, HTTPFields()), (none, other),
        (#"{"title":"a\nb","description":""}"#, tag),
        (#"{"title":"","description":"","pictureID":"UPPER"}"#, tag),
      ] { _ = try await client.send(.put, "profile", token, body: body, headers: headers) }
    }
  }

  private func refuseLinks() async throws {
    try await world { world in
      let client = world.client
      let link = try await client.send(.post, "links", body: "{}").document()
      let (device, code) = (link["deviceCode"] as? String, link["userCode"] as? String)
      let token = link["token"] as? String
      let redeem = #"{"proof":{"link":"\#(try #require(device))"}}"#
      try await client.send(.post, "sessions", token, body: redeem)
        .expect(400, "authorization_pending")
      try await client.send(.post, "sessions", world.owner.token, body: redeem)
        .expect(404, "noSuchLink")
      let user = #"{"userCode":"\#(try #require(code))"}"#
      try await client.send(.post, "links/deny", world.owner.token, body: user).expect(204)
      try await client.send(.post, "sessions", token, body: redeem).expect(400, "access_denied")
      _ = try await world.send(
        APIRequest(
          .post,
          "links/approve",
          #"{"userCode":"$userCode","accountID":"$accountID"}"#
        ),
        as: .other
      )
      let id = world.owner.accountID
      for path in ["links/lookup", "links/deny", "links/approve"] {
        let token = try await client.signIn("n" + path.suffix(4)).token
        let own = try await client.send(.get, "session", token).document()["accountID"] as? String
        let wrong = #"{"userCode":"BBBBBBBB","accountID":"\#(own ?? id)"}"#
        for _ in 0..<5 {
          try await client.send(.post, path, token, body: wrong).expect(404, "noSuchLink")
        }
        try await client.send(.post, path, token, body: wrong).expect(429, "tooManyWrongCodes")
      }
    }
  }

  /// Links in place of recovery keys: unknown, not decided, and denied.
  private func refuseProofs() async throws {
    try await world { world in
      let (client, token) = (world.client, world.owner.token)
      let proof = #","proof":{"recoveryKey":"\#(world.filled("$recoveryKey"))"}"#
      let second = try await client.signIn("gildong", proof)
      for (method, path, purpose, more) in [
        (HTTPRequest.Method.put, "account/recovery-key", "recoveryKey", ""),
        (.delete, "account", "removal", #""nickname":"gildong","#),
      ] {
        let purpose = #"{"purpose":"\#(purpose)"}"#
        let link = try await client.send(.post, "links", token, body: purpose).document()
        let device = try #require(link["deviceCode"] as? String)
        let user = #"{"userCode":"\#(try #require(link["userCode"] as? String))"}"#
        let body = #"{\#(more)"link":"\#(device)"}"#
        let none = #"{\#(more)"link":"x"}"#
        try await client.send(method, path, token, body: none).expect(404, "noSuchLink")
        let approval = user.dropLast() + #","accountID":"\#(second.accountID)"}"#
        try await client.send(.post, "links/approve", second.token, body: String(approval))
          .expect(403, "sessionsTooNew")
        try await client.send(method, path, token, body: body).expect(400, "authorization_pending")
        try await client.send(.post, "links/deny", second.token, body: user).expect(204)
        try await client.send(method, path, token, body: body).expect(400, "access_denied")
      }
    }
  }

  private func refuseRepetitions() async throws {
    try await world { world in
      let (client, service) = (world.client, world.service)
      let first = #"{"nickname":"nari","recoveryKey":"\#(world.filled("$recoveryKey"))"}"#
      let other = #"{"nickname":"nari","recoveryKey":"x"}"#
      for (number, (method, path, token)) in [
        (HTTPRequest.Method.post, "sessions", nil), (.post, "links", nil),
        (.post, "identity-tokens", world.owner.token),
        (.put, "account/recovery-key", world.owner.token),
      ].enumerated() {
        let headers: HTTPFields = [.idempotencyKey: "0123456789abcdefABCDE\(number)"]
        func send(_ body: String) async throws -> Answer {
          try await client.send(method, path, token, body: body, headers: headers)
        }
        let answer = try await send(first)
        #expect(answer.status < 300)
        try await send(path == "account/recovery-key" ? first + " " : other)
          .expect(422, "idempotencyKeyReused")
        if token == nil {
          let new = try #require(try answer.document()["token"] as? String)
          try await client.send(.get, "accounts", new).expect(200)
          try await send(first).expect(409, "idempotencyKeyUsed")
        }
        if path == "identity-tokens" {
          let id = try #require(try answer.document()["id"] as? String)
          try await client.send(.delete, "identity-tokens/\(id)", token).expect(204)
          try await send(first).expect(409, "idempotencyKeyUsed")
        }
        service.clock.advance(by: 600_000)
        try await send(first).expect(409, "idempotencyKeyExpired")
      }
    }
  }

  private func refuseAmbiguousSwitch() async throws {
    let service = service()
    try await service.run { client in
      var token = try await client.signIn("a").token
      for name in ["b", "c"] {
        let body = #"{"nickname":"\#(name)"}"#
        token = try SignedIn(try await client.send(.post, "sessions", token, body: body)).token
      }
      try await client.send(.put, "accounts/active", token, body: #"{"onlyOther":true}"#)
        .expect(409, "ambiguous")
    }
  }

  private func refuseEndedSwitch() async throws {
    let service = service()
    try await service.run { [clock = service.clock] client in
      let first = try SignedIn(
        try await client.send(.post, "sessions", body: #"{"nickname":"a","expiresIn":60}"#)
      )
      let token = try SignedIn(
        try await client.send(.post, "sessions", first.token, body: #"{"nickname":"b"}"#)
      ).token
      clock.advance(by: 61_000)
      try await client.send(.put, "accounts/active", token, body: #"{"nickname":"a"}"#)
        .expect(401, "sessionEnded")
    }
  }

  private func refuseRepeatedChanges() async throws {
    for change in RepeatableChange.all {
      try await world { world in
        let token = try await change.prepare(world)
        #expect(try await change.send(world, token).status < 300)
        try await change.other.send(world, token).expect(422, "idempotencyKeyReused")
        world.service.clock.advance(by: 600_000)
        try await change.send(world, token).expect(409, "idempotencyKeyExpired")
      }
    }
  }

  private func answerOthers() async throws {
    // A photo that another source than the service draws.
    struct Source: PhotoSource {
      func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] { [] }

      func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
        Photo(picture: Picture(id: id))
      }

      func choose(_ photo: Photo) async throws(PhotoError) {}
    }
    var service = service()
    service.photos = Source()
    try await service.run { client in
      let token = try await client.signIn("mina").token
      try await client.send(.get, "photos/cat/image", token).expect(404, "noSuchResource")
    }
    try await failSource()
  }

  /// The answers while the source of the photos cannot be reached.
  private func failSource() async throws {
    struct Source: PhotoSource {
      private static var failure: PhotoError {
        .source(PhotoSourceFailure(.unreachable, of: "photos.example", detail: "no answer"))
      }

      func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] { throw Self.failure }

      func photo(_ id: PhotoID) async throws(PhotoError) -> Photo { throw Self.failure }

      func choose(_ photo: Photo) async throws(PhotoError) { throw Self.failure }
    }
    var service = service()
    service.photos = Source()
    try await service.run { client in
      let token = try await client.signIn("mina").token
      for path in ["photos", "photos/cat", "photos/cat/image"] {
        try await client.send(.get, path, token).expect(502, "photoSourceFailed")
      }
      let tag = try await client.send(.get, "profile", token).headers[.eTag]
      let headers: HTTPFields = [.ifMatch: try #require(tag)]
      let body = #"{"title":"a","description":"","pictureID":"cat"}"#
      try await client.send(.put, "profile", token, body: body, headers: headers)
        .expect(502, "photoSourceFailed")
      let kept = try await client.send(.get, "profile", token)
      #expect(kept.headers[.eTag] == tag)
    }
  }
}
#endif
