#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Somebody who is signed in in a browser` {
  @Test func `switches between accounts, and signs one of them out`() async throws {
    try await TestService().run { client in
      let browser = PageVisitor(client)
      _ = try await browser.signUp("mina")
      _ = try await browser.signUp("zoe")
      try await browser.open("/accounts")
      #expect(try await browser.send("/accounts/switch").text.contains("<h1><bdi>mina</bdi></h1>"))
      try await browser.open("/accounts")
      let accounts = browser.shown.components(separatedBy: "<li class=").dropFirst()
      let index = try #require(accounts.firstIndex { $0.contains("<bdi>zoe</bdi>") }) - 1
      try await browser.send("/accounts/sign-out", index).expect(200)
      #expect(browser.shown.contains(PageNotice.signedOut.text))
      #expect(try await browser.open("/").text.contains("<h1><bdi>mina</bdi></h1>"))
      try await browser.send("/sign-out")
      // Nobody is active: the other account can be made so.
      _ = try await browser.signUp("ada")
      _ = try await browser.signUp("bob")
      try await browser.send("/sign-out")
      #expect(browser.shown.contains("Still signed in on this browser"))
      try await browser.open("/accounts").expect(200)
      #expect(try await browser.send("/accounts/switch").text.contains("<h1><bdi>ada</bdi></h1>"))
    }
  }

  @Test func `sees sessions on all devices, and ends one and the others`() async throws {
    try await TestService().run { client in
      let browser = PageVisitor(client)
      let key = try await browser.signUp("mina")
      let proof = #","proof":{"recoveryKey":"\#(key)"}"#
      let other = try await client.signIn("mina", proof)
      let third = try await client.signIn("mina", proof)
      let list = try await browser.open("/sessions").expect(200).text
      #expect(list.contains("this browser") && list.contains("<bdi>test</bdi>"))
      let detail = try await browser.open("/sessions/\(other.sessionID)").expect(200).text
      #expect(detail.contains("<code>\(other.sessionID)</code>"))
      try await browser.send("/sessions/\(other.sessionID)/end")
      #expect(browser.shown.contains(PageNotice.ended.text))
      try await client.send(.get, "session", other.token).expect(401, "sessionEnded")
      try await browser.send("/sessions/end-others")
      try await client.send(.get, "session", third.token).expect(401, "sessionEnded")
      #expect(!browser.shown.contains("/sessions/end-others"))
      #expect(try await browser.open("/sessions?ended=1").text.contains("revoked"))
      let zoe = PageVisitor(client)
      _ = try await zoe.signUp("zoe")
      try await zoe.open("/sessions/\(third.sessionID)").expect(404)
    }
  }

  @Test func `renames, and is told what is wrong with the new nickname`() async throws {
    try await TestService().run { client in
      _ = try await PageVisitor(client).signUp("zoe")
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      let taken = try await mina.send("/nickname", 0, ["nickname": "zoe"]).expect(409).text
      #expect(
        taken.contains("The nickname &quot;<bdi>zoe</bdi>&quot; is taken")
          && taken.contains("value=\"zoe\"")
      )
      try await mina.send("/nickname", 0, ["nickname": "MINA"]).expect(200)
      #expect(mina.shown.contains("<h1><bdi>MINA</bdi></h1>"))
      #expect(mina.shown.contains(PageNotice.renamed.text))
      try await mina.send("/nickname", 0, ["nickname": " MINA"]).expect(200)
      #expect(mina.shown.contains(PageNotice.unchanged.text))
    }
  }

  @Test func `edits the profile, and sees both texts after a conflict`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      try await mina.open("/profile")
      let stale = try mina.form("/profile")
      try await mina.send("/profile", 0, ["title": "one", "description": "a\r\nb"])
      #expect(mina.shown.contains(PageNotice.saved.text) && mina.shown.contains("a\nb</textarea>"))
      let typed = ["title": "two", "description": "c"]
      let again = stale.merging(typed) { $1 }.merging(["request": String(repeating: "r", count: 22)]
      ) {
        $1
      }
      let conflict = try await mina.post("/profile", again).expect(409).text
      #expect(conflict.contains("<bdi>one</bdi>") && conflict.contains("value=\"two\""))
      try await mina.send("/profile", 0, typed)
      #expect(mina.shown.contains(PageNotice.saved.text) && mina.shown.contains("value=\"two\""))
      let long = try await mina.send("/profile", 0, ["title": String(repeating: "a", count: 101)])
      #expect(long.expect(422).text.contains("The title has 101 characters"))
    }
  }

  @Test func `fetches photos, and makes one the picture`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      #expect(
        try await mina.open("/photos?count=0").text.contains("aria-label=\"One less\" disabled")
      )
      #expect(
        try await mina.open("/photos?count=30").text.contains("aria-label=\"One more\" disabled")
      )
      let photos = try await mina.open("/photos?fetch=3").expect(200).text
      #expect(photos.contains("1 of 3"))
      let ids = photos.matches(of: /href="\/photos\/([^"]+)"/).map { String($0.1) }
      try #require(ids.count == 3)
      let id = ids[1]
      try await mina.open("/photos/\(id)").expect(200)
      try await mina.send("/photos/\(id)/picture")
      #expect(mina.shown.contains(PageNotice.pictured.text))
      #expect(mina.shown.contains("/v1/photos/\(id)/image"))
      #expect(try await mina.open("/v1/photos/\(id)/image").expect(200).text.hasPrefix("<svg"))
      try await mina.open("/profile")
      try await mina.send("/profile", 0, ["title": "t", "dropPicture": "yes"])
      #expect(!mina.shown.contains("/image"))
    }
  }

  @Test func `sees photos of another source with their authors, and loads nothing else`()
    async throws
  {
    struct Source: PhotoSource {
      func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] { [photo] }

      func photo(_ id: PhotoID) async throws(PhotoError) -> Photo { photo }

      func choose(_ photo: Photo) async throws(PhotoError) {}

      let photo: Photo
    }
    let picture = Picture(
      id: try #require(PhotoID("cat")),
      text: "A <cat>",
      address: WebAddress("https://images.example/cat?w=1&h=1"),
      attribution: Attribution(
        author: "Ann \"A\"",
        address: WebAddress("https://photos.example/ann"),
        source: "Photos"
      )
    )
    var service = TestService()
    service.photos = Source(
      photo: Photo(picture: picture, page: WebAddress("https://photos.example/cat"))
    )
    service.imageHost = "images.example"
    try await service.run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      let parts = [
        "src=\"https://images.example/cat?w=1&amp;h=1\" alt=\"A &lt;cat&gt;\"",
        "<a href=\"https://photos.example/ann\" rel=\"noreferrer\">Photo by Ann &quot;A&quot; on Photos</a>",
      ]
      let shown = try await mina.open("/photos?fetch=1").expect(200).text
      let detail = try await mina.open("/photos/cat").expect(200).text
      let profile = try await mina.send("/photos/cat/picture").expect(200).text
      for text in [shown, detail, profile] {
        for part in parts { #expect(text.contains(part), "\(part): \(text)") }
      }
      #expect(detail.contains("<a href=\"https://photos.example/cat\""))
    }
  }

  @Test func `reads the history in pages`() async throws {
    try await TestService().run { client in
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      let token = try #require(mina.cookie("moniker-dev-0"))
      for number in 1...60 {
        try await client.send(
          .put,
          "session/nickname",
          token,
          body: #"{"nickname":"mina\#(number)"}"#
        ).expect(200)
      }
      let newest = try await mina.open("/history").expect(200).text
      let earlier = try #require(newest.firstMatch(of: /rel="next" href="([^"]*)"/)?.1)
      let oldest = try await mina.open(String(earlier)).expect(200).text
      #expect(newest.components(separatedBy: "<li><span").count == 51)
      #expect(oldest.components(separatedBy: "<li><span").count == 13)
      #expect(!oldest.contains("rel=\"next\""))
    }
  }
}
#endif
