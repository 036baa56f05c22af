#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `The recovery key in a browser` {
  /// Signs in on another browser with a key, and returns the status of the last answer.
  private func signIn(_ client: Client, _ nickname: String, _ key: String) async throws -> Int {
    let visitor = PageVisitor(client)
    try await visitor.open("/sign-in")
    try await visitor.send("/sign-in", 0, ["nickname": nickname]).expect(403)
    return try await visitor.send("/sign-in", 0, ["recoveryKey": key]).status
  }

  @Test func `is shown until the person says that it is kept`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      try await mina.open("/sign-in")
      try await mina.send("/sign-in", 0, ["nickname": " mina"])
      let key = try mina.shownKey()
      for path in ["/recovery-key", "/", "/recovery-key"] {
        #expect(try await mina.open(path).text.contains(key), "\(path)")
      }
      // A tab that loads itself again stays what it is, and other pages can be seen.
      let tab = try await mina.open("/", headers: [.monikerReload: "1"]).text
      #expect(tab.contains("<h1><bdi>mina</bdi></h1>"))
      try await mina.open("/sessions", following: false).expect(200)
      try await mina.open("/recovery-key")
      #expect(try await mina.send("/recovery-key/kept").text.contains(key))
      let home = try await mina.send("/recovery-key/kept", 0, ["kept": "yes"]).text
      #expect(home.contains("<h1><bdi>mina</bdi></h1>"))
      for path in ["/recovery-key", "/"] { #expect(try await !mina.open(path).text.contains(key)) }
      #expect(try await signIn(client, "mina", key) == 200)
    }
  }

  @Test func `is shown, and good, also if the form that made the account is sent again`()
    async throws
  {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      try await mina.open("/sign-in")
      let form = try mina.form("/sign-in").merging(["nickname": "mina"]) { $1 }
      try await mina.post("/sign-in", form).expect(200)
      try await mina.post("/sign-in", form).expect(200)
      #expect(try await signIn(client, "mina", try mina.shownKey()) == 200)
    }
  }

  @Test func `says that the nickname is written otherwise than it was typed`() async throws {
    try await TestService().run { client in
      for (typed, isOtherwise) in [("ｍina", true), ("zoe", false)] {
        let visitor = PageVisitor(client)
        try await visitor.open("/sign-in")
        let page = try await visitor.send("/sign-in", 0, ["nickname": typed]).expect(200).text
        #expect(page.contains(PageNotice.spelled.text) == isOtherwise)
      }
    }
  }

  @Test func `of one account is not shown for another, and is kept when that is signed out`()
    async throws
  {
    try await TestService().run { client in
      let browser = PageVisitor(client)
      _ = try await browser.signUp("zoe")
      try await browser.open("/sign-in")
      try await browser.send("/sign-in", 0, ["nickname": "mina"])
      let key = try browser.shownKey()
      try await browser.open("/accounts")
      #expect(try await browser.send("/accounts/switch").text.contains("<h1><bdi>zoe</bdi></h1>"))
      #expect(try await !browser.open("/recovery-key").text.contains(key))
      try await browser.open("/")
      try await browser.send("/sign-out")
      #expect(browser.cookies(beginning: "moniker-dev-0-key-") == [key])
    }
  }

  @Test func `is shown until it was kept, also if another account gets one meanwhile`() async throws
  {
    try await TestService().run { client in
      let browser = PageVisitor(client)
      var keys: [String] = []
      for nickname in ["mina", "zoe"] {
        try await browser.open("/sign-in")
        try await browser.send("/sign-in", 0, ["nickname": nickname])
        keys.append(try browser.shownKey())
      }
      try await browser.send("/recovery-key/kept", 0, ["kept": "yes"]).expect(200)
      try await browser.open("/accounts")
      try await browser.send("/accounts/switch")
      try await browser.open("/recovery-key")
      #expect(try browser.shownKey() == keys[0])
    }
  }

  @Test func `is forgotten when its account is signed out, and not when another one is`()
    async throws
  {
    for name in ["mina", "zoe"] {
      try await TestService().run { client in
        let browser = PageVisitor(client)
        _ = try await browser.signUp("zoe")
        try await browser.open("/sign-in")
        try await browser.send("/sign-in", 0, ["nickname": "mina"])
        let entries = try await browser.open("/accounts").text.components(
          separatedBy: "<li class=\"card"
        )
        let index = try #require(entries.firstIndex { $0.contains("<h2><bdi>\(name)</bdi>") }) - 1
        try await browser.send("/accounts/sign-out", index).expect(200)
        #expect(browser.cookies(beginning: "moniker-dev-0-key-").isEmpty == (name == "mina"))
      }
    }
  }

  @Test func `is replaced with the present one`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      let old = try await mina.signUp("mina")
      try await mina.open("/recovery-key").expect(200)
      let malformed = try await mina.send("/recovery-key", 0, ["recoveryKey": "1234"]).expect(422)
      #expect(malformed.text.contains("id=\"key-error\"") && !malformed.text.contains("1234"))
      for (typed, said) in [
        ("mnr-00000-00000-00000-00000-000000", "The recovery key of the account is another one."),
        ("", "The proof is missing"),
      ] {
        let wrong = try await mina.send("/recovery-key", 0, ["recoveryKey": typed]).expect(403)
        #expect(wrong.text.contains(said))
      }
      #expect(try await signIn(client, "mina", old) == 200)
      let form = try mina.form("/recovery-key").merging(["recoveryKey": old.lowercased()]) { $1 }
      try await mina.post("/recovery-key", form).expect(200)
      let first = try mina.shownKey()
      // The answer may be lost: the same form again gives another one.
      try await mina.post("/recovery-key", form).expect(200)
      let second = try mina.shownKey()
      #expect(Set([old, first, second]).count == 3)
      for (key, status) in [(old, 403), (first, 403), (second, 200)] {
        #expect(try await signIn(client, "mina", key) == status)
      }
    }
  }

  @Test func `is made for an account that has none`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      let device = try #require(try await service.store.devices(in: .test).first?.id)
      // The tool adds an account to the same store without a key.
      _ = try await service.store.signIn(
        SignInRequest(nickname: try Nickname("keyless"), in: RequestContext(in: .device(device)))
      )
      #expect(try await mina.open("/recovery-key").text.contains("has no recovery key"))
      try await mina.send("/recovery-key").expect(200)
      #expect(try await signIn(client, "keyless", try mina.shownKey()) == 200)
    }
  }

  @Test func `is no longer shown once another one has replaced it`() async throws {
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      try await mina.open("/sign-in")
      try await mina.send("/sign-in", 0, ["nickname": "mina"]).expect(200)
      let key = try mina.shownKey()
      let account = try #require(try await service.store.accounts().first?.id)
      let other = try #require(SecretDigest(bytes: Array(repeating: 7, count: 32)))
      let oversight = RequestContext(in: .everything(on: .local))
      try await service.store.setRecoveryKey(other, of: account, proof: .notDemanded, in: oversight)
      for path in ["/recovery-key", "/"] {
        #expect(try await !mina.open(path).text.contains(key))
      }
    }
  }

  /// Begins a link in a browser, and returns its code.
  private func begin(_ visitor: PageVisitor) async throws -> String {
    try await visitor.open("/recovery-key")
    let waiting = try await visitor.send("/recovery-key/link").expect(200).text
    #expect(waiting.contains("Type this code on your other device"))
    return String(try #require(waiting.firstMatch(of: /<bdi>([A-Z]{4}-[A-Z]{4})</)?.1))
  }

  /// Decides about a link in a browser, for the account of the given place.
  private func decide(
    _ action: String,
    _ code: String,
    by visitor: PageVisitor,
    _ place: Int = 0,
    expecting status: Int = 200
  ) async throws {
    try await visitor.open("/link")
    let asking = try await visitor.send("/link", 0, ["code": code]).expect(200).text
    #expect(asking.contains("Let another device replace the recovery key?"))
    let targets = asking.matches(of: /name="target" value="([^"]*)"/).map { String($0.1) }
    try #require(targets.count > place)
    try await visitor.send(action, 0, ["target": targets[place]]).expect(status)
  }

  @Test func `is replaced with the approval of another device, and not of the same one`()
    async throws
  {
    let service = TestService()
    try await service.run { client in
      let mina = PageVisitor(client)
      let old = try await mina.signUp("mina")
      let other = PageVisitor(client)
      try await other.open("/sign-in")
      try await other.send("/sign-in", 0, ["nickname": "mina"])
      try await other.send("/sign-in", 0, ["recoveryKey": old]).expect(200)
      let code = try await begin(mina)
      try await mina.open("/link")
      try await mina.send("/link", 0, ["code": code]).expect(422)
      try await decide("/link/approve", code, by: other, expecting: 403)
      #expect(other.shown.contains("signed in on both devices for 24 hours"))
      service.clock.advance(by: 86_400_000)
      let late = try await begin(mina)
      try await decide("/link/approve", late, by: other)
      try await mina.open("/recovery-key/link").expect(200)
      let form = try mina.form("/recovery-key/link/finish")
      let link = mina.cookie("moniker-dev-0-link") ?? ""
      try await mina.post("/recovery-key/link/finish", form).expect(200)
      let first = try mina.shownKey()
      mina.set("moniker-dev-0-link", link)
      try await mina.post("/recovery-key/link/finish", form).expect(200)
      let second = try mina.shownKey()
      for (key, status) in [(old, 403), (first, 403), (second, 200)] {
        #expect(try await signIn(client, "mina", key) == status)
      }
    }
  }

  @Test func `stays if another device denies it, or approves it for another account`() async throws
  {
    let service = TestService()
    try await service.run { client in
      let (mina, other) = (PageVisitor(client), PageVisitor(client))
      let zoe = try await mina.signUp("zoe")
      let old = try await mina.signUp("mina")
      for (nickname, key) in [("zoe", zoe), ("mina", old)] {
        try await other.open("/sign-in")
        try await other.send("/sign-in", 0, ["nickname": nickname])
        try await other.send("/sign-in", 0, ["recoveryKey": key]).expect(200)
      }
      service.clock.advance(by: 86_400_000)
      try await decide("/link/deny", try await begin(mina), by: other)
      let denied = try await mina.open("/recovery-key/link").text
      #expect(denied.contains("You get no new recovery key"))
      let code = try await begin(mina)
      let accounts = try await other.open("/accounts").text.components(separatedBy: "<li class=")
      let place = try #require(accounts.firstIndex { $0.contains("<bdi>zoe</bdi>") }) - 1
      try await decide("/link/approve", code, by: other, place)
      try await mina.open("/recovery-key/link").expect(200)
      let page = try await mina.send("/recovery-key/link/finish").expect(200).text
      #expect(page.contains(PageNotice.unapproved.text), "\(page)")
      #expect(try await signIn(client, "mina", old) == 200)
    }
  }
}
#endif
