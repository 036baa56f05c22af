#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A page` {
  /// Texts that are code to something.
  private static let hostile = [
    "<script>alert(1)</script>", "\"\u{301} autofocus onfocus=\"alert(1)",
    "{{holder}}{{{content}}}",
    "'><img src=x>", "https://evil.example/", "&lt;b&gt;",
  ]

  @Test(arguments: hostile)
  func `shows a text that is code as text`(text: String) async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      try await mina.open("/profile")
      try await mina.send("/profile", 0, ["title": text, "description": "</textarea>" + text])
        .expect(200)
      let shown = mina.shown
      let escaped = HTMLText().escapeText(text.precomposedStringWithCanonicalMapping)
      #expect(shown.contains("value=\"\(escaped)\""), "\(shown)")
      #expect(shown.contains("&lt;/textarea&gt;\(escaped)</textarea>"))
      #expect(!shown.contains("<script>alert") && !shown.contains("<img src=x"))
      let zoe = PageVisitor(client)
      try await zoe.open("/")
      let answer = try await zoe.send("/sign-in", 0, ["nickname": text])
      #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<img src=x"))
    }
  }

  @Test func `escapes each scalar, also before a combining mark`() {
    #expect(
      HTMLText().escapeText("a\"\u{301}<\u{301}&'>") == "a&quot;\u{301}&lt;\u{301}&amp;&#39;&gt;"
    )
    #expect(HTMLText().escapeText("홍길동") == "홍길동")
  }

  @Test func `may load and do nothing beyond the service`() async throws {
    var service = TestService()
    service.imageHost = "images.example"
    try await service.run { client in
      let policy = try #require(
        try await PageVisitor(client).open("/").headers[.contentSecurityPolicy]
      )
      for part in [
        "default-src 'none'", "script-src 'self';", "style-src 'self';", "form-action 'self'",
        "base-uri 'none'", "frame-ancestors 'none'", "img-src 'self' data: https://images.example;",
      ] {
        #expect(policy.contains(part), "\(policy)")
      }
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test func `lets a browser say where its forms come from, and tells no other site`() async throws
  {
    try await TestService().run { client in
      for path in ["/", "/nowhere"] {
        let answer = try await PageVisitor(client).open(path)
        #expect(answer.headers[.referrerPolicy] == "same-origin")
      }
    }
  }

  @Test func `says once what was done, to the person who did it`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for notice in PageNotice.allCases {
        for path in ["/", "/sign-in", "/accounts", "/sessions", "/profile"] {
          let page = try await mina.open("\(path)?done=\(notice.rawValue)").expect(200).text
          #expect(!page.contains("id=\"notice\""), "\(path) claims \(notice)")
        }
      }
      try await mina.open("/")
      let form = try mina.form("/nickname").merging(["nickname": "minami"]) { $1 }
      try await mina.post("/nickname", form, following: false).expect(303)
      // Neither the other tabs, which load themselves again at once, nor what is no page take it.
      try await mina.open("/sessions", headers: [.monikerReload: "1"]).expect(200)
      #expect(!mina.shown.contains(PageNotice.renamed.text))
      try await mina.open("/assets/page.css").expect(200)
      try await mina.open("/nowhere").expect(404)
      #expect(try await mina.open("/").text.contains(PageNotice.renamed.text))
      #expect(try await !mina.open("/").text.contains(PageNotice.renamed.text))
    }
  }

  @Test func `says that something has changed by a text that tells nothing else`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      func version() async throws -> String {
        let page = try await mina.open("/").text
        let found = try #require(page.firstMatch(of: /data-version="([^"]*)"/))
        return String(found.1)
      }
      var seen: Set<String> = []
      for name in ["minami", "minaya", "mina"] {
        let before = try await version()
        #expect(before.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(before)")
        #expect(try await version() == before)
        seen.insert(before)
        try await mina.send("/nickname", 0, ["nickname": name]).expect(200)
      }
      seen.insert(try await version())
      #expect(seen.count == 4)
    }
  }

  @Test func `that the browser may load again has no link to another host`() async throws {
    var service = TestService()
    service.limits = 0.2
    try await service.run { client in
      let visitor = PageVisitor(client)
      for _ in 1...20 { try await visitor.open("/") }
      let answer = try await visitor.open("//evil.example/").expect(429)
      #expect(answer.text.contains("Try again") && !answer.text.contains("evil.example"))
    }
  }

  @Test func `that is the first one needs two more files, and 60 KB at most`() async throws {
    try await TestService().run { client in
      let visitor = PageVisitor(client)
      let page = try await visitor.open("/").expect(200)
      let files = page.text.matches(of: /(?:href|src)="(\/assets\/[^"]*)"/).map { String($0.1) }
      #expect(files.count == 2)
      var size = page.text.utf8.count
      for file in files {
        let answer = try await visitor.open(file).expect(200)
        #expect(answer.headers[.cacheControl]?.contains("immutable") ?? false)
        let tag = try #require(answer.headers[.eTag])
        let again = try await client.answer(.get, file, [.ifNoneMatch: tag], nil)
        #expect(again.expect(304).text.isEmpty)
        size += answer.text.utf8.count
      }
      #expect(size <= 60_000)
      #expect(PageAsset.script.bytes.count <= 10_240)
      #expect(PageAsset.style.bytes.count + PageAsset.script.bytes.count < 40_000)
    }
  }

  @Test func `of an error is a page for browsers, and a document for programs`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for path in ["/nowhere", "/sessions/x", "/photos/%20"] {
        let answer = try await mina.open(path).expect(404)
        #expect(answer.headers[.contentType]?.hasPrefix("text/html") ?? false)
      }
      #expect(try await mina.open("/sessions/x").text.contains("href=\"/sessions\">Sessions</a>"))
      #expect(try await mina.open("/nowhere").text.contains("href=\"/\">Go to the start</a>"))
      for path in ["/v1/session", "/v1/nowhere"] {
        let answer = try await mina.open(path)
        #expect(answer.headers[.contentType]?.contains("json") ?? false, "\(answer)")
      }
      for (path, status) in [
        ("/photos?count=31", 422), ("/history?before=x", 422), ("/sessions/x", 404),
        ("/photos?count=x", 400),
      ] {
        let page = try await mina.open(path).expect(status).text
        #expect(page.contains("<nav aria-label=\"Pages\">") && page.contains("<bdi>mina</bdi>"))
      }
      #expect(try await !PageVisitor(client).open("/sessions/x").text.contains("<nav"))
    }
  }

  @Test func `tells how long to wait, and that the store fails, and never asks to sign in then`()
    async throws
  {
    var service = TestService()
    service.limits = 0.2
    try await service.run { client in
      let visitor = PageVisitor(client)
      for _ in 1...20 { try await visitor.open("/") }
      let answer = try await visitor.open("/").expect(429)
      #expect(answer.headers[.retryAfter] != nil && answer.text.contains("data-countdown"))
    }
    let clock = ManualClock()
    let store = FailingStore(clock)
    try await TestService(clock: clock, store: store).run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      await store.fail(.busy)
      for path in ["/", "/sessions", "/profile"] {
        let answer = try await mina.open(path).expect(503)
        #expect(answer.text.contains("Try again") && answer.headers[.retryAfter] == "1")
        #expect(!answer.text.contains("the test's store"))
      }
      await store.fail(nil)
      #expect(try await mina.open("/").text.contains("<bdi>mina</bdi>"))
    }
  }

  @Test(arguments: [
    (StoreFailure.Reason.noSpace, 507, "There is no space left"),
    (.damaged, 503, "Not available at the moment"), (.inputOutput, 503, "Not available"),
    (.permissionDenied, 503, "Not available"), (.busy, 503, "Nothing was changed."),
  ])
  func `says what is wrong with the store, whichever step finds it`(
    reason: StoreFailure.Reason,
    status: Int,
    heading: String
  ) async throws {
    let clock = ManualClock()
    let store = FailingStore(clock)
    try await TestService(clock: clock, store: store).run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for (path, action, field) in [
        ("/", "/nickname", "nickname"), ("/profile", "/profile", "title"),
      ] {
        var steps = 0
        var answered = 0
        repeat {
          try await mina.open(path).expect(200)
          await store.fail(reason, after: steps)
          let answer = try await mina.send(action, 0, [field: "m\(steps)"], following: false)
          await store.fail(nil)
          answered = answer.status
          #expect(
            answered == 303 || answered == status && answer.text.contains(heading),
            "\(answer)"
          )
          steps += 1
        } while answered != 303 && steps < 50
        #expect(steps > 2 && steps < 50)
      }
    }
  }
}
#endif
