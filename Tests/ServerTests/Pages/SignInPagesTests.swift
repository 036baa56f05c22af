#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A person in a browser` {
  private static let cookie = "moniker-dev-0"

  @Test func `signs in under a new nickname, and is shown the recovery key`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      try await mina.open("/").expect(200)
      let answer = try await mina.send("/sign-in", 0, ["nickname": "Mina", "for": "hours"])
      #expect(answer.status == 200 && answer.text.contains("Keep your recovery key"))
      let key = try mina.shownKey()
      let file = try await mina.send("/sign-in/recovery-key.txt")
      #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") ?? false)
      #expect(file.text.contains(key) && file.text.contains("Mina"))
      try await mina.open("/recovery-key").expect(200)
      try await mina.send("/recovery-key/kept", 0, ["kept": "yes"])
      let home = try await mina.open("/").expect(200).text
      #expect(home.contains("<h1><bdi>Mina</bdi></h1>") && home.contains("until <time"))
      #expect(!home.contains(key))
    }
  }

  @Test(arguments: [
    ("moniker", 422, "reserved"), ("a\u{200B}b", 422, "ZERO WIDTH SPACE"), (" ", 422, "empty"),
    ("Mlna", 409, "looks like"),
  ])
  func `is told what is wrong with a nickname, beside what was typed`(
    typed: String,
    status: Int,
    reason: String
  ) async throws {
    try await TestService().run { client in
      _ = try await PageVisitor(client).signUp("MIna")
      let zoe = PageVisitor(client)
      try await zoe.open("/sign-in")
      let answer = try await zoe.send("/sign-in", 0, ["nickname": typed, "for": "days"])
      answer.expect(status)
      #expect(answer.text.contains(reason), "\(answer)")
      #expect(answer.text.contains("aria-invalid=\"true\" autofocus"))
      #expect(answer.text.contains("value=\"\(typed)\"") && zoe.cookie(Self.cookie) == nil)
      #expect(answer.text.contains("value=\"days\" selected"))
    }
  }

  @Test func `is told that a service takes no new accounts`() async throws {
    var service = TestService()
    service.signUp = .closed
    try await service.run { client in
      let mina = PageVisitor(client)
      #expect(try await mina.open("/").text.contains("This service takes no new accounts."))
      let answer = try await mina.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
      #expect(answer.text.contains("id=\"nickname-error\">No account has this nickname"))
    }
  }

  @Test func `proves a held nickname by its recovery key`() async throws {
    try await TestService().run { client in
      let key = try await PageVisitor(client).signUp("mina")
      let second = PageVisitor(client)
      try await second.open("/")
      let taken = try await second.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
      #expect(taken.text.contains("With my other device"))
      let malformed = try await second.send("/sign-in", 0, ["recoveryKey": "1234"]).expect(422)
      #expect(malformed.text.contains("id=\"key-error\""))
      let wrong = try await second.send(
        "/sign-in",
        0,
        ["recoveryKey": "mnr-00000-00000-00000-00000-000000"]
      ).expect(403)
      #expect(wrong.text.contains("The recovery key of the account is another one."))
      let home = try await second.send("/sign-in", 0, ["recoveryKey": key.lowercased()])
      #expect(home.expect(200).text.contains("<h1><bdi>mina</bdi></h1>"))
    }
  }

  @Test(arguments: [false, true])
  func `shares nothing with who was signed in there before`(byLink: Bool) async throws {
    try await TestService().run { client in
      let (first, second) = (PageVisitor(client), PageVisitor(client))
      _ = try await first.signUp("mina")
      let zoe = try await second.signUp("zoe")
      try await first.open("/")
      try await first.send("/sign-out").expect(200)
      let former = PageVisitor(client)
      former.set(Self.cookie, try #require(first.cookie(Self.cookie)))
      // The answer is on its way: the browser has not used its new cookie yet.
      try await first.open("/sign-in")
      try await first.send("/sign-in", 0, ["nickname": "zoe"]).expect(403)
      if byLink {
        let waiting = try await first.send("/sign-in/link").expect(200).text
        let code = try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1)
        try await second.open("/link")
        let asking = try await second.send("/link", 0, ["code": String(code)]).expect(200).text
        let account = try #require(asking.firstMatch(of: /name="target" value="([^"]*)"/)?.1)
        try await second.send("/link/approve", 0, ["target": String(account)]).expect(200)
        try await first.open("/sign-in/link").expect(200)
        try await first.post(
          "/sign-in/link/finish",
          try first.form("/sign-in/link/finish"),
          following: false
        )
        .expect(303)
      } else {
        var form = try first.form("/sign-in")
        form["recoveryKey"] = zoe
        try await first.post("/sign-in", form, following: false).expect(303)
      }
      #expect(try await former.open("/").text.contains("<h1>Sign in</h1>"))
      #expect(try await first.open("/").expect(200).text.contains("<h1><bdi>zoe</bdi></h1>"))
      #expect(try await former.open("/").text.contains("<h1>Sign in</h1>"))
    }
  }

  @Test func `is let in by another device, which is asked first`() async throws {
    try await TestService().run { client in
      let first = PageVisitor(client)
      _ = try await first.signUp("mina")
      let second = PageVisitor(client)
      try await second.open("/")
      try await second.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
      let waiting = try await second.send("/sign-in/link").expect(200).text
      #expect(waiting.contains("http-equiv=\"refresh\" content=\"5\""))
      let code = try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1)
      try await first.send("/link", 0, ["code": "XXXX-XXXX"]).expect(422)
      #expect(first.shown.contains("id=\"code-error\""))
      let asking = try await first.send("/link", 0, ["code": code.lowercased()]).expect(200).text
      #expect(asking.contains("Firefox on Linux") && asking.contains("only if you began this"))
      let account = try #require(asking.firstMatch(of: /name="target" value="([^"]*)"/)?.1)
      // A form that is sent again and again is done once, and gives no wrong codes.
      let form = try first.form("/link/approve").merging(["target": String(account)]) { $1 }
      for _ in 0...Link.maximumWrongCodes {
        try await first.post("/link/approve", form).expect(200)
        #expect(first.shown.contains(PageNotice.approved.text))
      }
      try await second.open("/sign-in/link").expect(200)
      let home = try await second.send("/sign-in/link/finish").expect(200).text
      #expect(home.contains("<h1><bdi>mina</bdi></h1>"))
      #expect(second.cookie(Self.cookie + "-link") == nil)
    }
  }

  @Test func `is let in also if the form is sent twice before the answer`() async throws {
    try await TestService().run { client in
      let first = PageVisitor(client)
      _ = try await first.signUp("mina")
      let second = PageVisitor(client)
      try await second.open("/")
      try await second.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
      let waiting = try await second.send("/sign-in/link").expect(200).text
      let code = try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1)
      let asking = try await first.send("/link", 0, ["code": String(code)]).expect(200).text
      let account = try #require(asking.firstMatch(of: /name="target" value="([^"]*)"/)?.1)
      try await first.send("/link/approve", 0, ["target": String(account)]).expect(200)
      try await second.open("/sign-in/link").expect(200)
      let form = try second.form("/sign-in/link/finish")
      let cookies = [Self.cookie, Self.cookie + "-link"].map { ($0, second.cookie($0) ?? "") }
      try await second.post("/sign-in/link/finish", form, following: false).expect(303)
      for (name, value) in cookies { second.set(name, value) }
      let home = try await second.post("/sign-in/link/finish", form).expect(200).text
      #expect(home.contains("<h1><bdi>mina</bdi></h1>"), "\(home)")
    }
  }

  @Test func `is told what to do if the account of an approval was signed out meanwhile`()
    async throws
  {
    try await TestService().run { client in
      let first = PageVisitor(client)
      _ = try await first.signUp("mina")
      _ = try await first.signUp("zoe")
      let link = try await client.send(.post, "links", body: "{}").expect(201).document()
      let code = try #require(link["userCode"] as? String)
      let asking = try await first.send("/link", 0, ["code": code]).expect(200).text
      let mina = try #require(
        asking.firstMatch(of: /name="target" value="([^"]*)" required> <bdi>mina/)?.1
      )
      let form = try first.form("/link/approve").merging(["target": String(mina)]) { $1 }
      let accounts = try await first.open("/accounts").text.components(separatedBy: "<li class=")
      let index = try #require(accounts.firstIndex { $0.contains("<bdi>mina</bdi>") }) - 1
      try await first.send("/accounts/sign-out", index).expect(200)
      let answer = try await first.post("/link/approve", form).expect(409)
      for part in ["not signed in on this browser any more", "href=\"/sign-in\"", "/accounts"] {
        #expect(answer.text.contains(part), "\(answer)")
      }
      try await first.open("/link")
      let again = try await first.send("/link", 0, ["code": code]).expect(200).text
      let zoe = try #require(again.firstMatch(of: /name="target" value="([^"]*)"/)?.1)
      try await first.send("/link/approve", 0, ["target": String(zoe)]).expect(200)
    }
  }

  @Test func `waits after too many wrong codes, and sees for how long`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for _ in 1...5 { try await mina.send("/link", 0, ["code": "BBBB-BBBB"]).expect(422) }
      let page = try await mina.send("/link", 0, ["code": "BBBB-BBBB"]).expect(429).text
      #expect(page.contains("<p class=\"lead\">This device has given too many wrong codes.</p>"))
      #expect(page.contains("data-countdown=\"60"))
    }
  }

  @Test func `is not let in if the other device denies it, or if the code is over`() async throws {
    let service = TestService()
    try await service.run { client in
      let first = PageVisitor(client)
      _ = try await first.signUp("mina")
      let second = PageVisitor(client)
      try await second.open("/")
      try await second.send("/sign-in", 0, ["nickname": "mina"])
      let waiting = try await second.send("/sign-in/link").text
      let code = try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1)
      try await first.send("/link", 0, ["code": String(code)])
      try await first.send("/link/deny").expect(200)
      #expect(try await second.open("/sign-in/link").text.contains("You are not let in"))
      try await second.open("/sign-in")
      try await second.send("/sign-in", 0, ["nickname": "mina"])
      try await second.send("/sign-in/link").expect(200)
      service.clock.advance(by: 600_000)
      #expect(try await second.open("/sign-in/link").text.contains(PageNotice.over.text))
    }
  }

  @Test func `signs out, and sees nothing private afterwards`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for path in ["/", "/sessions", "/accounts", "/profile", "/photos", "/history", "/link"] {
        let answer = try await mina.open(path, following: false).expect(200)
        #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
      }
      try await mina.open("/")
      #expect(try await mina.send("/sign-out").text.contains(PageNotice.signedOut.text))
      for path in ["/sessions", "/profile", "/photos", "/history", "/link"] {
        let answer = try await mina.open(path, following: false).expect(303)
        #expect(answer.headers[.location] == "/sign-in", "\(path)")
      }
      #expect(try await !mina.open("/accounts").text.contains("active</strong>"))
    }
  }

  @Test func `whose device was forgotten is nobody, and signs in again`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      let key = try await mina.signUp("mina")
      let token = try #require(mina.cookie(Self.cookie))
      try await client.send(.delete, "device", token).expect(200)
      let answer = try await mina.open("/sessions", following: false).expect(303)
      #expect(answer.headers[.location] == "/sign-in")
      for cookie in [token, "mnk_nothing"] {
        mina.set(Self.cookie, cookie)
        #expect(try await mina.open("/").expect(200).text.contains("<h1>Sign in</h1>"))
        try await mina.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
        try await mina.send("/sign-in", 0, ["recoveryKey": key]).expect(200)
        #expect(mina.shown.contains("<h1><bdi>mina</bdi></h1>"))
        #expect(mina.cookie(Self.cookie) != cookie)
      }
    }
  }

  @Test func `keeps a new cookie when late answers to requests with the old one arrive`()
    async throws
  {
    try await TestService().run { client in
      let first = PageVisitor(client)
      _ = try await first.signUp("mina")
      let second = PageVisitor(client)
      try await second.open("/")
      try await second.send("/sign-in", 0, ["nickname": "mina"]).expect(403)
      let waiting = try await second.send("/sign-in/link").expect(200).text
      let old = try #require(second.cookie(Self.cookie))
      let code = try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1)
      let asking = try await first.send("/link", 0, ["code": String(code)]).expect(200).text
      let account = try #require(asking.firstMatch(of: /name="target" value="([^"]*)"/)?.1)
      try await first.send("/link/approve", 0, ["target": String(account)]).expect(200)
      try await second.open("/sign-in/link").expect(200)
      try await second.send("/sign-in/link/finish", following: false).expect(303)
      let new = try #require(second.cookie(Self.cookie))
      #expect(new != old)
      // Before the new one is used, and after it.
      for isUsed in [false, true] {
        if isUsed { try await second.open("/sessions").expect(200) }
        for path in ["/", "/sign-in", "/sessions"] {
          second.set(Self.cookie, old)
          let late = try await second.open(path, following: false)
          let sent = try await second.post(
            "/sign-out",
            ["request": String(repeating: "r", count: 22)]
          )
          for answer in [late, sent] {
            let lines = answer.headers[values: .setCookie]
            #expect(!lines.contains { $0.hasPrefix(Self.cookie + "=") }, "\(lines)")
          }
          second.set(Self.cookie, new)
        }
      }
      try await second.open("/sessions", following: false).expect(200)
    }
  }

  @Test func `who comes again and again has the cookie for ever`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      for days in [Int64(99), 101] {
        service.clock.advance(by: days * 86_400_000)
        try await mina.open("/")
        let answer = try await mina.send("/nickname", 0, ["nickname": "m\(days)"], following: false)
        let lines = answer.headers[values: .setCookie].filter { $0.hasPrefix(Self.cookie + "=") }
        #expect(lines.isEmpty == (days == 99), "\(lines)")
      }
    }
  }

  @Test func `whose session has ended is told so, and signs in under the same nickname`()
    async throws
  {
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      try await mina.open("/")
      try await mina.send("/sign-in", 0, ["nickname": "mina", "for": "hours"])
      try await mina.send("/recovery-key/kept", 0, ["kept": "yes"])
      service.clock.advance(by: 9 * 3_600_000)
      let answer = try await mina.open("/").expect(200).text
      #expect(answer.contains("The session of <bdi>mina</bdi> expired at "))
      #expect(answer.contains("value=\"mina\""))
    }
  }
}
#endif
