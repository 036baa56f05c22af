#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A form of a page` {
  private static let foreign: [HTTPFields] = [
    [:], [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
    [.origin: "https://evil.example"], [.origin: "null"],
  ]

  @Test(arguments: foreign)
  func `that another site sends changes nothing, and signs nobody in`(
    headers: HTTPFields
  ) async throws {
    try await TestService().run { client in
      let visitor = PageVisitor(client)
      try await visitor.open("/")
      try await visitor.send("/sign-in", 0, ["nickname": "eve"], headers: headers).expect(403)
      #expect(visitor.cookie("moniker-dev-0") == nil)
      _ = try await visitor.signUp("mina")
      for action in ["/nickname", "/sign-out", "/link"] {
        try await visitor.open("/")
        let values = ["nickname": "zoe", "code": "XXXX-XXXX"]
        let answer = try await visitor.send(action, 0, values, headers: headers)
        #expect(answer.expect(403).text.contains("A page of another site cannot"))
      }
      #expect(try await visitor.open("/").text.contains("<bdi>mina</bdi>"))
    }
  }

  @Test func `that is sent twice is done once`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      var form = try mina.form("/nickname")
      form["nickname"] = "minami"
      for _ in 1...2 {
        let answer = try await mina.post("/nickname", form, following: false).expect(303)
        #expect(answer.headers[.location] == "/")
        #expect(try await mina.open("/").text.contains(PageNotice.renamed.text))
      }
      let history = try await mina.open("/history").text
      #expect(history.components(separatedBy: "<strong>renamed</strong>").count == 2)
      form["nickname"] = "other"
      try await mina.post("/nickname", form).expect(422)
      try await mina.open("/")
      let out = try mina.form("/sign-out")
      for _ in 1...2 { try await mina.post("/sign-out", out, following: false).expect(303) }
    }
  }

  @Test func `that signs in twice at once makes one account with one session`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      try await mina.open("/")
      var form = try mina.form("/sign-in")
      form["nickname"] = "mina"
      // Neither has the cookie of the other.
      let second = PageVisitor(client)
      try await mina.post("/sign-in", form, following: false).expect(303)
      try await second.post("/sign-in", form, following: false).expect(303)
      #expect(try await second.open("/").text.contains("Keep your recovery key"))
      let sessions = try await second.open("/sessions").text
      #expect(sessions.components(separatedBy: "<li class=\"card").count == 2)
      #expect(try await mina.open("/").text.contains("<h1>Sign in</h1>"))
    }
  }

  @Test func `for an account that is not active any more changes nothing`() async throws {
    try await TestService().run { client in
      let tab = PageVisitor(client)
      _ = try await tab.signUp("mina")
      var rename = try tab.form("/nickname")
      rename["nickname"] = "minami"
      let out = try tab.form("/sign-out")
      _ = try await tab.signUp("zoe")
      for (action, form) in [("/nickname", rename), ("/sign-out", out)] {
        let answer = try await tab.post(action, form).expect(409)
        #expect(answer.text.contains("Another account is active now"))
      }
      let accounts = try await tab.open("/accounts").text
      #expect(accounts.contains("<bdi>mina</bdi>") && accounts.contains("<bdi>zoe</bdi>"))
    }
  }

  @Test func `of somebody who has signed out elsewhere changes nothing, and says so`()
    async throws
  {
    try await TestService().run { client in
      let tab = PageVisitor(client)
      _ = try await tab.signUp("mina")
      let rename = try tab.form("/nickname").merging(["nickname": "minami"]) { $1 }
      try await tab.send("/sign-out")
      #expect(try await tab.post("/nickname", rename).text.contains(PageNotice.signInFirst.text))
    }
  }

  @Test(arguments: ["%FF", "a%C0%80", "%ED%A0%80", "min%E2%82", "%", "%4", "%zz"])
  func `that has other text than UTF-8 is refused, and changes nothing`(text: String) async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for (action, field) in [("/nickname", "nickname"), ("/link", "code")] {
        let form = try mina.form(action).map { "\($0)=\($1)" }.joined(separator: "&")
        let answer = try await client.answer(
          .post,
          action,
          [
            .secFetchSite: "same-origin", .accept: "text/html",
            .cookie: "moniker-dev-0=\(mina.cookie("moniker-dev-0") ?? "")",
            .contentType: "application/x-www-form-urlencoded",
          ],
          "\(form)&\(field)=\(text)"
        ).expect(400)
        #expect(answer.text.contains("A text of the form is not in UTF-8. Nothing was changed."))
      }
      #expect(try await mina.open("/").text.contains("<h1><bdi>mina</bdi></h1>"))
    }
  }

  @Test func `keeps every character of its texts`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      try await mina.open("/profile")
      let text = "1 + 1 = 2 & 100 % 홍길동 🦊; [a] \u{F8}"
      try await mina.send("/profile", 0, ["title": text]).expect(200)
      #expect(mina.shown.contains("value=\"\(HTMLText().escapeText(text))\""), "\(mina.shown)")
    }
  }

  @Test func `that no page has is refused`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      try await mina.post("/nickname", ["nickname": "a"]).expect(400)
      try await mina.post("/nickname", ["nickname": "a", "request": "short"]).expect(400)
      let headers: HTTPFields = [
        .secFetchSite: "same-origin",
        .cookie: "moniker-dev-0=\(mina.cookie("moniker-dev-0") ?? "")",
        .accept: "text/html", .contentType: "application/json",
      ]
      try await client.answer(.post, "/nickname", headers, "{}").expect(415)
    }
  }
}
#endif
