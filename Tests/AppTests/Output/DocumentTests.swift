import Foundation
import MonikerDoubles
import Testing

@Suite struct `A JSON document` {
  private static let sessionKeys: Set = [
    "nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "endedAt", "endReason",
    "store", "source",
  ]
  private static let loginKeys: Set = ["newAccount", "newSession", "renewed"]

  @Test(arguments: StoreForm.allCases, [["login", "gildong"], ["whoami"]])
  func `of login and whoami has the documented keys and no others`(
    store: StoreForm,
    words: [String]
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let ending = try await sandbox.launch(words + ["--json"]).run().expect(exit: 0, errors: "")
    let document = try ending.document()
    let isLogin = words[0] == "login"
    #expect(Set(document.keys) == Self.sessionKeys.union(isLogin ? Self.loginKeys : []))
    #expect(document["nickname"] as? String == "gildong")
    for key in ["expiresAt", "endedAt", "endReason"] { #expect(document[key] is NSNull) }
    #expect(document["source"] as? String == "active")
    #expect(
      document["store"] as? [String: String] == ["kind": store.kind, "location": sandbox.file]
    )
    for key in ["accountID", "sessionID"] {
      let actingAccount = try #require(document[key] as? String)
      #expect(actingAccount.wholeMatch(of: Self.uuid) != nil, "\(actingAccount)")
    }
    let time = try #require(document["signedInAt"] as? String)
    #expect(time.wholeMatch(of: Self.utc) != nil, "\(time)")
  }

  @Test(arguments: StoreForm.kinds)
  func `of status adds each setting and its source`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let keys = Self.sessionKeys.union([
      "signedIn", "home", "actingAccountRules", "remainingSeconds",
    ])
    let nobody = try await sandbox.moniker("status", "--json").expect(exit: 4).document()
    #expect(Set(nobody.keys) == keys)
    for key in ["nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "source"] {
      #expect(nobody[key] is NSNull, "\(key)")
    }
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let document = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
    #expect(Set(document.keys) == keys)
    #expect(document["signedIn"] as? Bool == true)
    #expect(
      document["store"] as? [String: String] == [
        "kind": store.kind, "location": sandbox.file,
        "value": store == .byDefault ? "sqlite" : store.rawValue,
        "source": store == .byDefault ? "default" : "flag",
      ]
    )
    #expect(
      document["home"] as? [String: String] == [
        "value": sandbox.home.path + "/.local/share/moniker", "source": "default",
      ]
    )
  }

  @Test(arguments: StoreForm.kinds)
  func `of rename adds the previous nickname`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let document = try await sandbox.moniker("rename", "hong", "--json").expect(exit: 0).document()
    #expect(Set(document.keys) == Self.sessionKeys.union(["previousNickname"]))
    #expect(document["nickname"] as? String == "hong")
    #expect(document["previousNickname"] as? String == "gildong")
  }

  @Test(arguments: StoreForm.kinds)
  func `of logout names the account and who is still signed in`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let keys: Set = ["signedOut", "stillSignedIn", "moreSignedIn", "store"]
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let document = try await sandbox.moniker("logout", "--json").expect(exit: 0).document()
    #expect(Set(document.keys) == keys)
    let session = try #require(document["signedOut"] as? [String: Any])
    #expect(Set(session.keys) == Self.sessionKeys.subtracting(["store", "source"]))
    #expect(session["nickname"] as? String == "gildong")
    #expect(document["stillSignedIn"] as? [String] == [])
    #expect(document["moreSignedIn"] as? Bool == false)
  }

  @Test(arguments: StoreForm.kinds)
  func `gives the same values in Python and Foundation`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let commands = [
      ["whoami"], ["login", #"길동 "\🤡</"#], ["whoami"], ["status"], ["rename", "hong"],
      ["logout"], ["logout"], ["rename", ""], ["whoami", "--nope"],
      ["login", "x", "--store", "memory"], ["whoami", "--store", "sqlite:" + sandbox.home.path],
    ]
    var documents: [UInt8] = []
    for words in commands {
      let ending = try await sandbox.launch(words + ["--json"]).run()
      documents += ending.output + ending.errors
    }
    let script = """
      import json, sys
      for line in sys.stdin.buffer: print(json.dumps(json.loads(line.decode("utf-8"))))
      """
    let python = try await sandbox.tool("python3", "-c", script, input: documents).expect(exit: 0)
    #expect(try Self.documents(python.output) == Self.documents(documents))
    // One document per command, and the notice that the store in memory is not kept.
    #expect(try Self.documents(documents).count == commands.count + 1)
  }

  @Test func `comes with a notice on standard error, also in JSON`() async throws {
    let ending = try await Sandbox().moniker("login", "x", "--store", "memory", "--json")
    #expect(try ending.document()["nickname"] as? String == "x")
    let notice = try JSONSerialization.jsonObject(with: Data(ending.errors)) as? NSDictionary
    let message = (notice?["notice"] as? [String: String])?["message"]
    #expect(message?.contains("forgets") == true)
  }

  private static func documents(_ lines: [UInt8]) throws -> [NSDictionary] {
    try lines.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary)
    }
  }

  /// RFC 9562, version 4.
  private static var uuid: Regex<Substring> {
    /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
  }

  /// RFC 3339 in UTC.
  private static var utc: Regex<Substring> {
    /20[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z/
  }
}
